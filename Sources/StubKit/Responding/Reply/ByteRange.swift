import Foundation

/// A request's `Range` field as RFC 9110 (14.1) interprets it.
enum ByteRange: Equatable {
  case bytes(Range<Int>)
  /// The range has no byte of the body, or there are several ranges.
  case refused

  /// Nil if the field has to be ignored because of its unit or syntax.
  init?(_ field: String, of length: Int) {
    let halves = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, halves[0].lowercased() == "bytes" else { return nil }
    let specifiers = halves[1].split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
    let ranges = specifiers.filter { !$0.isEmpty }.map { Self.range($0, of: length) }
    // A single invalid range makes the whole field invalid.
    guard let first = ranges.first, !ranges.contains(nil) else { return nil }
    self = ranges.count == 1 ? first ?? .refused : .refused
  }

  private static func range(_ specifier: String, of length: Int) -> ByteRange? {
    let ends = specifier.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    switch (number(ends[0]), number(ends[1])) {
    case (let first?, let last?):
      guard first <= last else { return nil }
      return first < length ? .bytes(first..<min(last, length - 1) + 1) : .refused
    case (let first?, nil) where ends[1].isEmpty:
      return first < length ? .bytes(first..<length) : .refused
    case (nil, let count?) where ends[0].isEmpty:
      return count > 0 && length > 0 ? .bytes(max(length - count, 0)..<length) : .refused
    default:
      return nil
    }
  }

  /// A number that is too large for `Int` is larger than every body.
  private static func number(_ digits: Substring) -> Int? {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int(digits) ?? .max
  }
}

extension Reply {
  mutating func keep(_ range: ByteRange, of whole: Data) {
    switch range {
    case .bytes(let range):
      body = .data(whole.subdata(in: range))
      head.status = 206
      head.headers.set(
        "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(whole.count)", for: "Content-Range")
    case .refused:
      body = .empty
      head.status = 416
      for name in ["Content-Type", "Content-Encoding", "ETag", "Last-Modified"] {
        head.headers.remove(name)
      }
      head.headers.set("bytes */\(whole.count)", for: "Content-Range")
    }
    head.headers.set(String(body.length ?? 0), for: "Content-Length")
  }
}

extension StubHeaders {
  /// Whether an `If-Range` field, if there is one, names the version that these headers describe.
  func areMeant(by condition: String?) -> Bool {
    guard let condition else { return true }
    // A weak validator does not guarantee that two bodies are equal byte by byte.
    if condition.hasSuffix("\"") { return !condition.hasPrefix("W/") && condition == self["ETag"] }
    return condition == self["Last-Modified"]
  }
}
