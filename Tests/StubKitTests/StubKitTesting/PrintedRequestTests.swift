import Foundation
import StubKit
import StubKitTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What an expectation that fails shows of a request.
struct PrintedRequestTests {
  private func text(
    _ address: String = "https://a.test/x", method: String = "POST",
    headers: [String: String] = [:], body: String? = nil
  ) throws -> String {
    StubRequest(try .to(address, method: method, headers: headers, body: body)).testDescription
  }

  @Test(arguments: [
    (
      "application/json", #"{"user": "ada", "password": "hunter2-x", "tags": [1, 2]}"#,
      #"""
        Content-Type: application/json
        body: {"password":"REDACTED","tags":[1,2],"user":"ada"}
      """#
    ),
    (
      "application/x-www-form-urlencoded", "user=ada+l&token=hunter2-x",
      """
        Content-Type: application/x-www-form-urlencoded
        body: user=ada l&token=REDACTED
      """
    ),
    (
      // What Foundation takes for the type of every body that has none.
      "application/x-www-form-urlencoded", "{}",
      """
        Content-Type: application/x-www-form-urlencoded
        body: {}
      """
    ),
    (
      "text/plain", "one\ntwo \u{1B}[31m",
      #"""
        Content-Type: text/plain
        body: "one\ntwo \u{1b}[31m"
      """#
    ),
    (
      "multipart/form-data; boundary=x",
      "--x\r\nContent-Disposition: form-data; name=\"pin\"\r\n\r\n1234567\r\n--x\r\n"
        + "Content-Disposition: form-data; name=\"f\"; filename=\"a.txt\"\r\n\r\nabc\r\n--x--",
      #"""
        Content-Type: multipart/form-data; boundary=x
        body: 2 parts
          pin: "REDACTED"
          f: "a.txt", 3 bytes
      """#
    ),
    (
      "multipart/form-data; boundary=x", "no parts",
      #"""
        Content-Type: multipart/form-data; boundary=x
        body: "no parts"
      """#
    ),
  ])
  func `a body is shown as what it is`(type: String, body: String, lines: String) throws {
    #expect(
      try text(headers: ["Content-Type": type], body: body)
        == "POST https://a.test/x\n" + lines)
  }

  @Test func `only the fields are shown that matter, without secrets`() throws {
    let headers = [
      "Accept": "*/*", "Accept-Encoding": "gzip", "Accept-Language": "en", "User-Agent": "App",
      "Authorization": "Bearer hunter2-x", "X-Page": "2", "Content-Length": "0",
    ]
    #expect(
      try text("https://a.test/x?token=hunter2-y&page=2", method: "GET", headers: headers) == """
        GET https://a.test/x?token=REDACTED&page=2
          Authorization: Bearer REDACTED
          X-Page: 2
        """)
    #expect(try text(method: "GET", headers: ["Accept": "text/html"]).hasSuffix("text/html"))
    #expect(try text(method: "GET") == "GET https://a.test/x")
  }

  @Test func `what is long is shortened`() throws {
    let long = String(repeating: "ab ", count: 1_000)
    let shown = try text(headers: ["X-Long": long], body: long)
    #expect(shown.count < 800)
    #expect(shown.contains("X-Long: \(long.prefix(200))…\n"))
    #expect(shown.hasSuffix("body: \"\(long.prefix(500))…\""))
    let json = try text(body: "[" + String(repeating: "1,", count: 1_000) + "1]")
    #expect(json.hasPrefix("POST https://a.test/x\n  body: [1,1,"))
    #expect(json.hasSuffix("…"))
    #expect(json.count < 600)
  }

  @Test func `of a body that is very long only the start is looked at`() throws {
    let json = #"[{"password": "hunter2-x"}"# + String(repeating: ",1", count: 1 << 19) + "]"
    let shown = try text(body: json)
    #expect(shown.contains(#"body: "[{\"password\": \"REDACTED\"},1,1,"#))
    #expect(shown.hasSuffix("…\" (\(json.utf8.count) bytes in all)"))
    #expect(shown.count < 700)
    var request = try URLRequest.to(method: "PUT", headers: ["Content-Type": "image/png"])
    request.httpBody = Data(repeating: 0xFF, count: 100_000)
    #expect(
      StubRequest(request).testDescription.hasSuffix(
        "body: binary of image/png (100000 bytes in all)"))
  }

  @Test func `bytes are counted`() throws {
    var request = try URLRequest.to(method: "PUT", headers: ["Content-Type": "image/png"])
    request.httpBody = Data([0xFF, 0xFE, 0x00])
    #expect(
      StubRequest(request).testDescription == """
        PUT https://api.example.com/
          Content-Type: image/png
          body: 3 bytes of image/png
        """)
    // A text whose shown part ends within a character is a text all the same.
    let body = String(repeating: "é", count: 3_001) + "x"
    #expect(try text(body: "x" + body).contains("body: \"xéé"))
  }

  @Test func `each of several begins a line`() throws {
    let requests = [
      StubRequest(try .to("https://a.test/1")),
      StubRequest(try .to("https://a.test/2", method: "POST", body: "[1]")),
    ]
    #expect(
      "\(requests)" == """
        [
        GET https://a.test/1,\u{20}
        POST https://a.test/2
          body: [1]]
        """)
  }

  @Test func `an expectation that fails shows it`() async throws {
    let issues = try await RecordedIssues.of(takingExpectations: true) { _ in
      let users = stub(condition: isPath("/users"), response: .json([]))
      var request = try URLRequest.to("https://printed.test/users", method: "POST")
      request.httpBody = Data(#"{"password": "hunter2-x", "name": "Ada"}"#.utf8)
      _ = try await URLSession.shared.data(for: request)
      #expect(users.requests.isEmpty)
    }
    let text = issues.all.map { "\($0)" }.joined()
    #expect(text.contains(#"body: {"name":"Ada","password":"REDACTED"}"#), "\(text)")
    #expect(!text.contains("hunter2"))
  }
}
