import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// URLs that are hardly URLs neither crash nor slip through.
struct OddURLTests {
  @Test(arguments: [
    "empty", "?q", "#f", "/path/only", "http://", "http:///path", "x-custom://host/path",
    "http:a/b",
    "http://[::1]:8080/x", "http://h:0/", "HTTP://UPPER.TEST/", "http://ü.test/ü?ü=ü",
    "mailto:someone@example.com", "http://u:p@h.test/", "http://h.test/%FF", "http://h.test/%00",
  ])
  func `any URL can be stubbed`(string: String) async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("stubbed"))
    let (data, response) = try await registry.session.data(from: url(string))
    #expect(String(decoding: data, as: UTF8.self) == "stubbed")
    #expect(response.url?.absoluteString == url(string).absoluteString)
  }

  @Test func `a URL without a host matches no host`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: isHost("empty"), response: .text("wrong"))
    registry.stub(condition: !isHost("empty"), priority: -1, response: .text("right"))
    let (data, _) = try await registry.session.data(from: url("empty"))
    #expect(String(decoding: data, as: UTF8.self) == "right")
  }

  @Test func `a very long URL and a hundred headers are no trouble`() async throws {
    let registry = StubRegistry()
    let path = "/" + String(repeating: "a", count: 100_000)
    let stub = registry.stub(condition: isPath(path), response: .text("long"))
    let headers = Dictionary(uniqueKeysWithValues: (0..<100).map { ("X-\($0)", "\($0)") })
    let (data, _) = try await registry.session.data(
      for: request("http://long.test" + path, headers: headers))
    #expect(String(decoding: data, as: UTF8.self) == "long")
    #expect(stub.requests.first?.headers.count == 100)
  }
}
