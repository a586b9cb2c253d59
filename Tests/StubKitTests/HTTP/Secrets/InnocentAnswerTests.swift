import Foundation
import Testing

@testable import StubKit

/// What has no secret stays as it is, whatever its words.
struct InnocentAnswerTests {
  /// Answers of many services, with lines of `%%` between them.
  private static func answers() throws -> [String] {
    let file = try #require(
      Bundle.module.url(
        forResource: "innocent", withExtension: "txt", subdirectory: "Fixtures/Secrets"))
    return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n%%\n")
  }

  @Test func `an answer without a secret stays as it is`() throws {
    let answers = try Self.answers()
    #expect(answers.count >= 60)
    for text in answers {
      var redactor = Redactor(.standard)
      let body = redactor.body(Data(text.utf8), type: nil, isRequest: false)
      #expect(String(decoding: body, as: UTF8.self) == text)
    }
  }

  @Test(arguments: [
    ("ETag", #""33a64df551425fcc55e4d42a148795d9f25f89d4""#), ("Refresh", "300"),
    ("Digest", "SHA-256=4REjxQ4yrqUVicfSKYNO/cF9zNj5ANbzgDZt3/h3Qxo="),
    ("WWW-Authenticate", #"Bearer realm="api", error="invalid_token""#),
    ("X-Request-Id", "7f3c1a90b2d84e5f9a6b0c1d2e3f4a5b"),
    ("Link", #"<https://a.test/items?page=2>; rel="next""#), ("Location", "/orders/12345"),
    ("X-RateLimit-Remaining", "59"), ("Vary", "Authorization, Cookie"),
    ("Access-Control-Allow-Headers", "Authorization, X-Api-Key"),
    ("Strict-Transport-Security", "max-age=31536000"),
    ("Content-Security-Policy", "script-src 'self'; report-uri /csp"),
  ])
  func `a field without a secret stays as it is`(name: String, value: String) {
    var redactor = Redactor(.standard)
    var headers = StubHeaders()
    headers.append(value, for: name)
    #expect(redactor.headers(headers)[name] == value)
  }
}
