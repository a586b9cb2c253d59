import Foundation
import StubKit

extension HAREntry {
  static func bytes(
    of text: String, encoding: String?, at path: StubJSON.Path
  ) throws(ArchiveError) -> Data {
    guard encoding?.lowercased() == "base64" else { return Data(text.utf8) }
    guard let data = Base64.decode(text.utf8).map({ Data($0) }) else {
      throw ArchiveError(
        "expected base64, found \(text.shortened(to: 40).swiftLiteral)", at: "\(path)")
    }
    return data
  }

  static func headers(of message: JSONReader) throws(ArchiveError) -> StubHeaders {
    var headers = StubHeaders()
    let list = try message.reading(or: []) { () throws(ArchiveError) in
      try message.list("headers")
    }
    for field in list {
      let values = try field.reading(or: []) { () throws(ArchiveError) in try lines(of: field) }
      for line in values { headers.append(line.value, for: line.name) }
    }
    return headers
  }

  private static func lines(
    of field: JSONReader
  ) throws(ArchiveError) -> [(name: String, value: String)] {
    let name = try field.required("name").string()
    // Some archives list the pseudo-header fields of HTTP/2, such as `:status`.
    guard !name.hasPrefix(":") else { return [] }
    let value = try field.string("value") ?? ""
    guard HeaderSyntax.isName(name) else {
      throw ArchiveError(
        "expected a header field, found \("\(name): \(value)".shortened(to: 60).swiftLiteral)",
        at: "\(field.path)")
    }
    // Chrome and Firefox join the values of a repeated name with line breaks.
    return value.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      // HTTP lets a client read NUL and CR, which a value must not contain, as blanks.
      .map { (name, String($0.map { "\0\r".contains($0) ? " " : $0 })) }
  }

  static func setCookie(_ cookie: JSONReader) throws(ArchiveError) -> String? {
    guard let name = try cookie.string("name"), !name.isEmpty else { return nil }
    var parts = ["\(name)=\(try cookie.string("value") ?? "")"]
    for (member, attribute) in [("path", "Path"), ("domain", "Domain"), ("sameSite", "SameSite")] {
      if let value = try cookie.string(member), !value.isEmpty {
        parts.append("\(attribute)=\(value)")
      }
    }
    if let date = try cookie.string("expires").flatMap(HARDate.date) {
      parts.append("Expires=\(HARDate.httpText(of: date))")
    }
    if cookie.value["httpOnly"] == true { parts.append("HttpOnly") }
    if cookie.value["secure"] == true { parts.append("Secure") }
    return parts.joined(separator: "; ")
  }
}

extension String {
  var formEncoded: String {
    utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), .dot, UInt8(ascii: "-"), UInt8(ascii: "_"):
        String(UnicodeScalar(byte))
      case .space: "+"
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}

extension HARDate {
  private static let seconds = Date.ISO8601FormatStyle()
  private static let http = Date.VerbatimFormatStyle(
    format: """
      \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
      \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
      \(second: .twoDigits) GMT
      """,
    locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
    calendar: Calendar(identifier: .gregorian))

  static func date(_ text: String) -> Date? {
    (try? milliseconds.parse(text)) ?? (try? seconds.parse(text))
  }

  static func httpText(of date: Date) -> String { date.formatted(http) }
}
