import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Whole calls as conditions, asked through a session.
struct CallMatcherTests {
  @Test(arguments: Client.allCases)
  func `whole calls answer an app, with what stands in braces`(client: Client) async throws {
    let registry = StubRegistry()
    registry.stub(condition: isGET("https://api.test/users/{id}")) { request in
      .text("user \(request.pathParameters["id"] ?? "?")")
    }
    registry.stub(condition: isGET("/users/{id}?full=1"), response: .text("everything"))
    registry.stub(condition: isPOST("https://*.api.test:8443/users"), response: .status(201))
    func fetch(_ method: String, _ url: String) async throws -> (Int, String) {
      let outcome = try await client.fetch(request(url, method), .ephemeral.stubbed(by: registry))
      return (outcome.status, outcome.text)
    }
    #expect(try await fetch("GET", "https://API.test/users/a%20b?page=2") == (200, "user a b"))
    #expect(try await fetch("GET", "https://api.test:443/users/7/?full=1") == (200, "everything"))
    #expect(try await fetch("GET", "http://b.test/users/7?x&full=1") == (200, "everything"))
    #expect(try await fetch("POST", "https://eu.api.test:8443/users") == (201, ""))
    for (method, url) in [
      ("PUT", "https://api.test/users/7"), ("GET", "http://api.test/users/7"),
      ("GET", "https://api.test:8443/users/7"), ("POST", "https://api.test:8443/users"),
    ] {
      let error = await #expect(throws: URLError.self) { try await fetch(method, url) }
      #expect(error?.code == .resourceUnavailable)
    }
  }

  @Test func `a client that misses a call is told what of it is not met`() async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: isGET("https://api.test/users"), fileID: "App/UserTests.swift",
      filePath: "/App/UserTests.swift", line: 6, response: .json([]))
    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(from: url("https://api.test/user"))
    }
    let text = try #require(error?.localizedDescription)
    #expect(
      text.hasPrefix(
        """
        No stub matches GET https://api.test/user
        The only stub:
          the stub at UserTests.swift:6
            ✗ isGET("https://api.test/users"): the path is "/user"
        To stub it:
        """), "\(text)")
  }

  @Test func `an address without a scheme lets nothing out`() async throws {
    let registry = StubRegistry(unmatched: .passThrough)
    registry.stub(condition: isGET("api.test/users"), response: .json([]))
    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(from: url("https://api.test/users"))
    }
    let text = try #require(error?.localizedDescription)
    #expect(text.contains(#"isGET("api.test/users"): a URL starts with its scheme, "#), "\(text)")
  }
}
