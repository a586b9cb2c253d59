import Foundation
package import StubKit

/// A response and a matcher for its requests, as in a Mocktail file (`.tail`).
///
/// ```
/// GET
/// https://api\.example\.com/users(\?.*)?
/// 200
/// application/json
///
/// [{"id": 1}]
/// ```
/// The first two lines are regular expressions that ignore case: one for the whole method, one for
/// a part of the URL. The third line is the status. A media type, header fields, or both follow, up
/// to a blank line. If the media type ends with `;base64`, the body is in base64.
package struct Mocktail: Sendable {
  package let condition: RequestMatcher
  let status: Int
  let headers: StubHeaders
  let body: Data

  package var response: StubResponse {
    .data(body, status: status, headers: headers)
  }

  init(parsing data: Data) throws(ArchiveError) {
    var reader = try LineReader(data)
    let method = try Self.method(in: reader.next())
    condition = method && (try Self.url(in: reader.next()))

    let statusLine = reader.next()
    let digits = statusLine.bytes.trimmed
    guard digits.count == 3, let status = Int(digits.text), 100...599 ~= status else {
      throw ArchiveError(expected: "a status from 100 to 599", at: statusLine)
    }
    self.status = status

    var headers = try Self.headers(from: &reader)
    let bodyLine = reader.peek
    var body = Data(reader.rest)
    if let type = headers["Content-Type"], let plain = Self.typeOfBase64(type) {
      headers.set(plain, for: "Content-Type")
      // Base64 may be broken into lines, but any other foreign character is a mistake.
      guard let decoded = Base64.decode(body).map({ Data($0) }) else {
        throw ArchiveError(expected: "a body in base64", at: bodyLine)
      }
      body = decoded
    }
    self.headers = headers
    self.body = body
  }

  /// The first line is a media type or already a header field.
  private static func headers(from reader: inout LineReader) throws(ArchiveError) -> StubHeaders {
    let line = reader.peek
    guard !line.bytes.isEmpty else {
      throw ArchiveError(
        expected: #"a media type such as "application/json" or a header field"#, at: line)
    }
    guard HeaderLines.field(in: line.bytes) == nil else {
      return try HeaderLines.headers(from: &reader)
    }
    let type = reader.next().bytes.trimmed
    guard type.contains(.slash), !type.contains(0), !type.contains(.carriageReturn) else {
      throw ArchiveError(
        expected: #"a media type such as "application/json" or a header field"#, at: line)
    }
    var headers: StubHeaders = ["Content-Type": type.text]
    for field in try HeaderLines.headers(from: &reader) {
      headers.append(field.value, for: field.name)
    }
    return headers
  }

  private static func typeOfBase64(_ type: String) -> String? {
    guard let semicolon = type.lastIndex(of: ";"),
      type[type.index(after: semicolon)...].filter({ $0 != " " }).lowercased() == "base64"
    else { return nil }
    return String(type[..<semicolon])
  }

  private static func method(in line: LineReader.Line) throws(ArchiveError) -> RequestMatcher {
    let text = line.bytes.trimmed.text
    guard !text.isEmpty else {
      throw ArchiveError(expected: #"a method such as "GET" or "GET|HEAD""#, at: line)
    }
    // Names can be looked up, unlike an expression; no request has one of these in lowercase.
    if MethodCriterion.capitalised.contains(text) {
      return RequestMatcher(MethodCriterion(methods: [StubRequest.Method(rawValue: text)]))
    }
    return RequestMatcher(
      MethodPatternCriterion(pattern: try pattern("^(?:\(text))$", at: line)))
  }

  private static func url(in line: LineReader.Line) throws(ArchiveError) -> RequestMatcher {
    let text = line.bytes.trimmed.text
    guard !text.isEmpty else {
      throw ArchiveError(expected: "a regular expression for the URL", at: line)
    }
    return RequestMatcher(TextCriterion(.url, .matches(try pattern(text, at: line))))
  }

  private static func pattern(
    _ pattern: String, at line: LineReader.Line
  ) throws(ArchiveError) -> TextPattern {
    do {
      return try TextPattern(parsing: pattern, options: .caseInsensitive) { $0 }
    } catch {
      throw ArchiveError(expected: "a regular expression", at: line)
    }
  }
}
