import Foundation

/// What stands in bodies under a name: members of JSON objects and parts of forms.
extension Redactor {
  /// A text with the values after names such as `"password": …` taken out; the rest stays as it is.
  ///
  /// It need not be JSON as a whole: lines of it, or a page that holds some, will do.
  mutating func redactedFields(in text: String) -> String {
    guard !redaction.fieldNames.isEmpty, text.contains("\"") else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      guard bytes[position] == Self.quote else {
        result.append(bytes[position])
        position += 1
        continue
      }
      let nameEnd = Self.endOfString(in: bytes, from: position)
      let valueStart = Self.startOfValue(in: bytes, after: nameEnd)
      guard let valueStart, hides(nameAt: position..<nameEnd, in: bytes) else {
        // A closing quote that was taken for an opening one would hide the next name: one by one.
        let next = valueStart == nil ? position + 1 : nameEnd
        result += bytes[position..<next]
        position = next
        continue
      }
      let valueEnd = Self.endOfValue(in: bytes, from: valueStart)
      result += bytes[position..<valueStart]
      result += Array(substitute(for: bytes[valueStart..<valueEnd]).utf8)
      position = valueEnd
    }
    return String(decoding: result, as: UTF8.self)
  }

  private func hides(nameAt range: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard case .string(let name)? = try? StubJSON(parsing: Data(bytes[range])) else { return false }
    return redaction.hides(field: name)
  }

  /// A value of the same kind that says nothing, so that clients still understand the whole.
  private mutating func substitute(for value: ArraySlice<UInt8>) -> String {
    switch value.first {
    case Self.quote:
      if case .string(let text)? = try? StubJSON(parsing: Data(value)) { secrets.add(text) }
      return "\"\(ArchivedRequest.redacted)\""
    case UInt8(ascii: "{"): return "{}"
    case UInt8(ascii: "["): return "[]"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return "false"
    case UInt8(ascii: "n"): return "null"
    default:
      secrets.add(String(decoding: value, as: UTF8.self))
      return "0"
    }
  }

  /// A multipart form with the values of its parts taken out: `name="password"`, a blank line, value.
  mutating func redactedParts(in text: String) -> String {
    guard text.contains("form-data") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.range(of: "name=\"") {
      let name = rest[start.upperBound...].prefix { $0 != "\"" }
      result += rest[..<name.endIndex]
      rest = rest[name.endIndex...]
      guard redaction.hides(pair: String(name)) || redaction.hides(field: String(name)),
        let blank = rest.range(of: "\r\n\r\n"), let end = rest.range(of: "\r\n--"),
        blank.upperBound <= end.lowerBound
      else { continue }
      secrets.add(rest[blank.upperBound..<end.lowerBound])
      result += rest[..<blank.upperBound] + ArchivedRequest.redacted
      rest = rest[end.lowerBound...]
    }
    return result + rest
  }
}

/// Where things end in a text that may be JSON.
extension Redactor {
  private static let quote = UInt8(ascii: "\"")

  /// The place after the string that begins here; the end of the text if it never ends.
  private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
    var position = start + 1
    while position < bytes.count, bytes[position] != quote {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position + 1, bytes.count)
  }

  /// The place of the value after a name and its colon; nil if there is no colon.
  private static func startOfValue(in bytes: [UInt8], after end: Int) -> Int? {
    var position = end
    while position < bytes.count, isSpace(bytes[position]) { position += 1 }
    guard position < bytes.count, bytes[position] == .colon else { return nil }
    position += 1
    while position < bytes.count, isSpace(bytes[position]) { position += 1 }
    return position
  }

  /// The place after the value that begins here.
  private static func endOfValue(in bytes: [UInt8], from start: Int) -> Int {
    var position = start
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case quote:
        position = endOfString(in: bytes, from: position)
        if depth == 0 { return position }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return position }
        depth -= 1
        if depth == 0 { return position + 1 }
      case UInt8(ascii: ","), 0...0x20:
        if depth == 0 { return position }
      default: break
      }
      position += 1
    }
    return position
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == .space || byte == .tab || byte == .lineFeed || byte == .carriageReturn
  }
}
