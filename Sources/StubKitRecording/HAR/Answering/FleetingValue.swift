import Foundation
import StubKit

/// Values that are new in each run: times, UUIDs and random texts.
enum FleetingValue {
  static func isFleeting(_ json: StubJSON) -> Bool {
    switch json {
    case .integer(let number): isTime(Double(number))
    case .double(let number): isTime(number)
    case .string(let text): isFleeting(text)
    default: false
    }
  }

  /// Whether a query item is new in each run: a time, or a random value named like `nonce` or `_`.
  ///
  /// Any other UUID or random text may identify the resource that is asked for.
  static func isFleeting(_ item: URLQueryItem) -> Bool {
    guard let value = item.value, isFleeting(value) else { return false }
    let name = item.name.asciiLowercased.filter(\.isLetter)
    return Double(value) != nil || isTime(value) || name.isEmpty
      || fleetingNames.contains { name.hasSuffix($0) }
  }

  private static let fleetingNames = [
    "nonce", "state", "challenge", "requestid", "correlationid", "traceid", "buster", "random",
    "rnd",
  ]

  static func marked(_ text: String) -> String {
    isFleeting(text) ? Redaction.mark : text
  }

  /// Marks each fleeting word of a text, such as XML; nil if the text is long or not UTF-8.
  static func markedWords(_ data: Data) -> Data? {
    guard data.count <= 1 << 16, let text = String(data: data, encoding: .utf8) else { return nil }
    var (marked, rest) = ("", text[...])
    while !rest.isEmpty {
      let start = rest.firstIndex { !isSeparator($0) } ?? rest.endIndex
      marked += rest[..<start]
      rest = rest[start...]
      // A blank may separate the day from the time of day.
      let isTime = isTime(rest)
      let end = rest.dropFirst(isTime ? 16 : 0).firstIndex(where: isSeparator)
      let word = rest[..<(end ?? rest.endIndex)]
      // Of `uuid:3f2504e0-…`, only the part after the colon can be fleeting.
      let own = isTime ? word : word[(word.lastIndex(of: ":").map(word.index(after:)) ?? start)...]
      marked += word[..<own.startIndex] + Self.marked(String(own))
      rest = rest[word.endIndex...]
    }
    return Data(marked.utf8)
  }

  private static func isSeparator(_ character: Character) -> Bool {
    character.isWhitespace || "<>\"'=,;()[]{}&|".contains(character)
  }

  private static func isFleeting(_ text: String) -> Bool {
    guard 10...512 ~= text.utf8.count else { return false }
    if let number = Double(text) { return isTime(number) }
    return isTime(text) || UUID(uuidString: text) != nil
      || text.withBytes { SecretLook.isRandom($0) }
  }

  /// Whether a number is a time since 1970 in seconds, or in thousandths, millionths or billionths.
  private static func isTime(_ number: Double) -> Bool {
    // From 2001 to 2065; other numbers are more likely amounts or identifiers.
    [1, 1e3, 1e6, 1e9].contains { (1e9..<3e9).contains(number / $0) }
  }

  /// Whether a text begins with a date and a time of day, such as `2026-03-01T12:00:00Z`.
  private static func isTime(_ text: some StringProtocol) -> Bool {
    let shape = text.utf8.prefix(16).map { 0x30...0x39 ~= $0 ? UInt8(ascii: "0") : $0 }
    return ["0000-00-00T00:00", "0000-00-00 00:00"].contains { shape.elementsEqual($0.utf8) }
  }
}
