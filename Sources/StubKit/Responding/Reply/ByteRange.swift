import Foundation

/// A request's `Range` field as RFC 9110 (14.1) interprets it.
enum ByteRange: Equatable {
  case bytes(Range<Int>)
  /// The range has no byte of the body.
  case refused

  /// Nil if the field has to be ignored because of its unit or syntax, or has several ranges.
  ///
  /// A list of one range may have blanks and commas around it.
  init?(_ field: String, of length: Int) {
    guard field.lowercased().hasPrefix("bytes=") else { return nil }
    let ranges = field.dropFirst(6).split { " \t,".contains($0) }
    guard ranges.count == 1 else { return nil }
    let ends = ranges[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    let range: (first: Int, last: Int)
    switch (Self.number(ends[0]), Self.number(ends[1])) {
    case (let first?, let last?) where first <= last: range = (first, min(last, length - 1))
    case (let first?, nil) where ends[1].isEmpty: range = (first, length - 1)
    case (nil, let count?) where ends[0].isEmpty: range = (length - min(count, length), length - 1)
    default: return nil
    }
    self = range.first <= range.last ? .bytes(range.first..<range.last + 1) : .refused
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
    return !condition.hasPrefix("W/") && [self["ETag"], self["Last-Modified"]].contains(condition)
  }
}
