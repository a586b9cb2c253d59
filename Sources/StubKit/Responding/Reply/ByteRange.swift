/// The meaning of a request's `Range` field, by RFC 9110 (14.1).
enum ByteRange: Equatable {
  /// These bytes of the body.
  case bytes(Range<Int>)
  /// A range beyond the body, or several ranges.
  case refused

  /// Parses a field for a body of this length; nil if it is ignored, for its unit or its syntax.
  init?(_ field: String, of length: Int) {
    let halves = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, halves[0].lowercased() == "bytes" else { return nil }
    let specifiers = halves[1].split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
    let ranges = specifiers.filter { !$0.isEmpty }.map { Self.range($0, of: length) }
    // A single unreadable range makes the whole field unreadable.
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

  /// Parses digits; a number that is too large is larger than every body.
  private static func number(_ digits: Substring) -> Int? {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int(digits) ?? .max
  }
}
