import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A request as a line for a shell.
struct CurlTests {
  private func request(
    _ method: String = "GET", _ url: String = "https://a.test/x", type: String? = nil,
    headers: [String: String] = [:], body: Data? = nil
  ) throws -> StubRequest {
    var fields = headers
    if let type { fields["Content-Type"] = type }
    var request = try URLRequest.to(url, method: method, headers: fields)
    request.httpBody = body
    return StubRequest(request)
  }

  @Test(
    arguments: [
      ("GET", "https://a.test/x?a=1&b='2", [:], nil, #"curl 'https://a.test/x?a=1&b='\''2'"#),
      ("HEAD", "https://a.test/", [:], nil, "curl --head 'https://a.test/'"),
      (
        "HEAD", "https://a.test/", [:], "x",
        "curl -X HEAD -H 'Content-Type:' --data-raw x 'https://a.test/'"
      ),
      ("DELETE", "https://a.test/x", [:], nil, "curl -X DELETE 'https://a.test/x'"),
      ("A'B", "https://a.test/x", [:], nil, #"curl -X 'A'\''B' 'https://a.test/x'"#),
      ("GET", "http://[::1]:80/x", [:], nil, "curl --globoff 'http://[::1]:80/x'"),
      (
        "GET", "https://a.test/x", ["X-A": "it's $HOME `id`", "Accept": "text/html"], nil,
        #"curl -H 'Accept: text/html' -H 'X-A: it'\''s $HOME `id`' 'https://a.test/x'"#
      ),
      ("GET", "https://a.test/x", ["X-A": ""], nil, "curl -H 'X-A;' 'https://a.test/x'"),
      (
        "GET", "https://a.test/x", ["Authorization": "Bearer hunter2-hunter2"], nil,
        "curl -H 'Authorization: Bearer REDACTED' 'https://a.test/x'"
      ),
      (
        "POST", "https://a.test/x?token=hunter2-x", ["Content-Type": "text/plain"], "@it's é",
        #"curl -X POST -H 'Content-Type: text/plain' --data-raw '@it'\''s é' "#
          + "'https://a.test/x?token=REDACTED'"
      ),
      (
        "POST", "https://a.test/x", [:], #"{"password":"hunter2-x"}"#,
        #"curl -X POST --data-raw '{"password":"REDACTED"}' 'https://a.test/x'"#
      ),
      (
        "PATCH", "https://a.test/x", [:], "a",
        "curl -X PATCH -H 'Content-Type:' --data-raw a 'https://a.test/x'"
      ),
      (
        "PUT", "https://a.test/x", ["Content-Type": "a/b"], "100%\n\t'\\n\u{1}\u{202E}2\r\n",
        #"printf -- '100%%\n\t'\''\\n\001\342\200\2562\r\n' | curl -X PUT -H 'Content-Type: a/b' "#
          + "--data-binary @- 'https://a.test/x'"
      ),
      (
        "POST", "https://a.test/x", ["Content-Type": "a/b"], "--b\r\n",
        #"printf -- '--b\r\n' | curl -X POST -H 'Content-Type: a/b' --data-binary @- "#
          + "'https://a.test/x'"
      ),
      ("GET", "https://a.test/x", [:], "", "curl -X GET 'https://a.test/x'"),
    ] as [(String, String, [String: String], String?, String)])
  func `it is quoted for a shell, and has no secrets`(
    method: String, url: String, headers: [String: String], body: String?, line: String
  ) throws {
    let request = try request(method, url, headers: headers, body: body.map { Data($0.utf8) })
    #expect(request.curl == line)
  }

  @Test func `a body that is not text, or is long, is named with its size`() throws {
    let line = "curl -X POST -H 'Content-Type: a/b' --data-binary '@body-of-"
    let binary = try request("POST", type: "a/b", body: Data([0, 0xFF]))
    #expect(binary.curl == line + "2-bytes' 'https://a.test/x'")
    let long = try request("POST", type: "a/b", body: Data(repeating: 0x61, count: 70_000))
    #expect(long.curl == line + "70000-bytes' 'https://a.test/x'")
  }

  @Test func `secrets are shown where the scope shows them`() throws {
    let request = try request(headers: ["Authorization": "Bearer hunter2-x"])
    withStubs { registry in
      registry.showsSecrets = true
      #expect(request.curl == "curl -H 'Authorization: Bearer hunter2-x' 'https://a.test/x'")
    }
    #expect(request.curl == "curl -H 'Authorization: Bearer REDACTED' 'https://a.test/x'")
  }

  /// What a shell makes of the line, with a `curl` that prints its arguments.
  private func arguments(of line: String) throws -> String {
    let script =
      #"curl() { for word in "$@"; do printf '<%s>' "$word"; done; "#
      + #"case "$*" in *@-*) printf '['; cat; printf ']';; esac; }; "# + line
    // Not by `Process`, which reads beyond its own memory on Linux: the address sanitizer ends it.
    let output = try #require(popen(script, "r"))
    defer { pclose(output) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(output), byte != EOF {
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    "plain", "it's \"quoted\" $HOME `id` \\ !", "@file", "a\nb\r\n\t%s %% \\n 'x'\n",
    "\u{1}7é\u{85}8",
  ])
  func `a shell makes of it what was sent`(body: String) throws {
    let request = try request(
      "POST", type: "text/plain", headers: ["X-A": "a'b \"c\" $(id)"], body: Data(body.utf8))
    let sent = try arguments(of: request.curl)
    let isInput = body.contains { $0.isNewline } || body.contains("\u{1}")
    let data =
      isInput
      ? "<--data-binary><@-><https://a.test/x>[\(body)]" : "<--data-raw><\(body)><https://a.test/x>"
    #expect(
      sent
        == "<-X><POST><-H><Content-Type: text/plain><-H><X-A: a'b \"c\" $(id)>\(data)")
  }

  @Test func `a report has it where the first line does not say all`() throws {
    let registry = StubRegistry()
    let plain = registry.explain(try .to("https://a.test/x", method: "POST"))
    #expect(!plain.contains("curl"))
    var login = try URLRequest.to(
      "https://a.test/login", method: "POST", headers: ["Content-Type": "application/json"],
      body: #"{"user":"ada","password":"hunter2-x"}"#)
    let suffix = """
      To ask it of the server:
        curl -X POST -H 'Content-Type: application/json' --data-raw \
      '{"user":"ada","password":"REDACTED"}' 'https://a.test/login'
      """
    let report = registry.explain(login)
    #expect(report.hasSuffix(suffix), "\(report)")
    login.httpBody = Data(repeating: 0x61, count: 501)
    let short = registry.explain(login)
    #expect(
      short.hasSuffix("--data-binary '@body-of-501-bytes' 'https://a.test/login'"), "\(short)")
  }
}
