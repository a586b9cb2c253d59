import Foundation
import StubKit
import StubKitTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a `.stubbed` test is told of requests that have secrets.
struct StubbedSecretsTests {
  private static func send() async throws {
    let address = "https://ann:sesame-1@secrets.test/a?page=2&token=abc-123"
    var request = URLRequest(url: try #require(URL(string: address)))
    request.setValue("Bearer tok-98765", forHTTPHeaderField: "Authorization")
    _ = try await URLSession.shared.data(for: request)
  }

  @Test func `an issue says none, nor does the error that the client gets`() async throws {
    let issues = try await RecordedIssues.of { _ in
      stub(
        condition: isPath("/b"), expected: .any, fileID: "T/U.swift", line: 3, response: .text(""))
      let error = await #expect(throws: URLError.self) { try await Self.send() }
      for text in [
        "\(error as Any)", error?.localizedDescription ?? "", "\(error?.errorUserInfo ?? [:])",
      ] {
        for secret in ["sesame", "abc-123", "tok-98765"] { #expect(!text.contains(secret)) }
      }
      #expect(
        error?.failingURL?.absoluteString
          == "https://REDACTED@secrets.test/a?page=2&token=REDACTED")
    }
    #expect(
      issues.texts == [
        """
        No stub matches GET https://REDACTED@secrets.test/a?page=2&token=REDACTED
        The only stub:
          the stub at U.swift:3
            ✗ isPath("/b"): the path is "/a"
          → What is REDACTED is secret; .stubbed(showingSecrets: true) shows it.
        To stub it:
          stub(condition: isHost("secrets.test") && isPath("/a"), response: .json([:]))
        To ask it of the server:
          curl -H 'Authorization: Bearer REDACTED' 'https://REDACTED@secrets.test/a?page=2&token=REDACTED'
        """
      ])
  }

  @Test func `an issue says how a secret differs from the test's, and which setting shows it`()
    async throws
  {
    let issues = try await RecordedIssues.of { _ in
      stub(condition: hasBearerToken("Tok-98765"), expected: .any, response: .text(""))
      _ = await #expect(throws: URLError.self) { try await Self.send() }
    }
    let text = try #require(issues.texts.first ?? nil)
    #expect(text.contains("REDACTED\" (the same but for upper and lower case)"))
    #expect(text.contains("; .stubbed(showingSecrets: true) shows it."))
  }

  @Test func `what a test was told is known again, also when it has written the secret since`()
    async throws
  {
    let issues = try await RecordedIssues.of { _ in
      stub(condition: isPath("/a"), fileID: "T/U.swift", line: 3) { _ in
        throw URLError(.badURL, userInfo: [NSLocalizedDescriptionKey: "no tok-98765"])
      }
      _ = await #expect(throws: URLError.self) { try await Self.send() }
      stub(condition: hasBearerToken("tok-98765"), expected: .any, response: .text(""))
      let error = #expect(throws: StubVerificationError.self) {
        try StubRegistry.current.verify()
      }
      #expect(error?.localizedDescription.contains("(The test has been told.)") == true)
      #expect(error?.localizedDescription.contains("tok-98765") == false)
    }
    #expect(issues.texts.count == 1)
  }

  @Test func `one that shows them says all, in scopes inside of it as well`() async throws {
    let issues = try await RecordedIssues.of(.stubbed(showingSecrets: true)) { _ in
      #expect(StubRegistry.current.showsSecrets)
      await withStubs { registry in
        #expect(registry.showsSecrets)
        let error = await #expect(throws: URLError.self) { try await Self.send() }
        #expect(error?.failingURL?.absoluteString.contains("abc-123") == true)
      }
    }
    let text = try #require(issues.texts.first ?? nil)
    #expect(
      text.hasPrefix(
        "No stub matches GET https://ann:sesame-1@secrets.test/a?page=2&token=abc-123\n"))
  }

  @Test func `a stub's closure is given what was sent, and describes it without secrets`()
    async throws
  {
    try await withStubs { registry in
      let login = stub(condition: isPath("/a")) { request in
        .text("\(request.headers["Authorization"] ?? "") \(request) \(request.headers)")
      }
      let address = "https://secrets.test/a?token=abc-123"
      var request = URLRequest(url: try #require(URL(string: address)))
      request.setValue("Bearer tok-98765", forHTTPHeaderField: "Authorization")
      let (data, _) = try await URLSession.shared.data(for: request)
      #expect(
        String(decoding: data, as: UTF8.self).hasPrefix(
          "Bearer tok-98765 GET https://secrets.test/a?token=REDACTED "))
      #expect(!"\(login.requests) \(registry.exchanges)".contains("abc-123"))
      #expect(login.requests[0].url?.absoluteString == address)
      registry.showsSecrets = true
      #expect("\(login.requests) \(registry.exchanges)".contains("abc-123"))
    }
  }
}
