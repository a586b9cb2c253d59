import Foundation

/// What stands in bodies under a name: members of JSON objects and parts of forms.
extension Redactor {
  /// A text with the values after names such as `"password": …` taken out; the rest stays as it is.
  ///
  /// It need not be JSON as a whole: lines of it, or a page that holds some, will do.
  mutating func redactedFields(in bytes: [UInt8]) -> [UInt8] {
    guard !redaction.fieldNames.isEmpty, bytes.contains(Self.quote) else { return bytes }
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
    return result
  }

  private func hides(nameAt range: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard case .string(let name)? = try? StubJSON(parsing: Data(bytes[range])) else { return false }
    return redaction.hides(field: name)
  }

  /// A value of the same kind that says nothing, so that clients still understand the whole.
  private mutating func substitute(for value: ArraySlice<UInt8>) -> String {
    // What stands in an object or a list says the same elsewhere as it does alone.
    if let json = try? StubJSON(parsing: Data(value)) { addSecrets(of: json) }
    switch value.first {
    case Self.quote: return "\"\(ArchivedRequest.redacted)\""
    case UInt8(ascii: "{"): return "{}"
    case UInt8(ascii: "["): return "[]"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return "false"
    case UInt8(ascii: "n"): return "null"
    default:
      secrets.add(String(decoding: value, as: UTF8.self))
      return "0"
    }
  }

  /// Adds every text and number of a value, at any depth.
  private mutating func addSecrets(of json: StubJSON) {
    var rest = [json]
    while let next = rest.popLast() {
      switch next {
      case .string(let text): secrets.add(text)
      case .integer(let number): secrets.add(String(number))
      case .array(let elements): rest += elements
      case .object(let members): rest += members.values
      default: break
      }
    }
  }

  /// A multipart form with the values of its parts taken out: `name="password"`, a blank line, value.
  mutating func redactedParts(in bytes: [UInt8]) -> [UInt8] {
    let body = Data(bytes)
    guard redaction.hidesPairs, body.range(of: Data("form-data".utf8)) != nil else { return bytes }
    var result = Data()
    var position = 0
    while let start = body.range(of: Self.nameStart, in: position..<body.count)?.upperBound {
      // A name ends with its line: a quote that is never closed must not hide the next name.
      let name = body[start...].prefix { $0 != Self.quote && $0 != 0x0D && $0 != 0x0A }
      result += body[position..<name.endIndex]
      position = name.endIndex
      let text = String(decoding: name, as: UTF8.self)
      guard redaction.hides(pair: text) || redaction.hides(field: text),
        let blank = body.range(of: Self.blankLine, in: position..<body.count),
        let end = body.range(of: Self.partEnd, in: (blank.upperBound - 2)..<body.count)
      else { continue }
      let value = body[blank.upperBound..<max(blank.upperBound, end.lowerBound)]
      secrets.add(String(decoding: value, as: UTF8.self))
      result += body[position..<blank.upperBound] + Data(ArchivedRequest.redacted.utf8)
      position = max(blank.upperBound, end.lowerBound)
    }
    return Array(result + body[position...])
  }

  private static let nameStart = Data("name=\"".utf8)
  private static let blankLine = Data("\r\n\r\n".utf8)
  private static let partEnd = Data("\r\n--".utf8)
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
