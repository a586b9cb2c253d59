import Foundation
import StubKitTesting
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a test is told of a stub whose requests come after its end, or never through a session.
struct LateRequestTests {
  /// Keeps requests on their transit until the test is over.
  private let underWay = Locked<[Transit]>([])

  private func make(_ address: String) throws {
    let transit = Transit(of: try .to(address), to: .current)
    underWay.withLock { $0.append(transit) }
  }

  private static func given(_ condition: RequestMatcher, _ expected: StubCount = .standard) {
    stub(
      condition: condition, expected: expected, fileID: "T/U.swift", line: 3, response: .status(204)
    )
  }

  @Test(
    arguments: [
      (1, "expected exactly 1 request, and none came, and 1 is still under way"),
      (.standard, "was never used, and 1 is still under way"),
    ] as [(StubCount, String)])
  func `a request that has been made and has not come in is told`(
    count: StubCount, text: String
  ) async throws {
    let issues = try await RecordedIssues.of { _ in
      Self.given(isPath("/a"), count)
      try make("https://late.test/a?token=s3cret-12345")
      try make("https://late.test/b")
    }
    #expect(
      issues.texts == [
        """
        The stub at U.swift:3 \(text): isPath("/a")
          → GET https://late.test/a?token=REDACTED is still under way: `await` what makes it, or wait \
        for it with `waitForRequests()`.
        """
      ])
  }

  @Test func `a request that may be meant by its body counts as one`() async throws {
    let issues = try await RecordedIssues.of { _ in
      Self.given(isPath("/a") && hasJsonBody(["n": 1]), 2)
      try make("https://late.test/a")
      try make("https://late.test/a")
    }
    #expect(issues.texts.first??.contains("none came, and 2 are still under way") == true)
  }

  @Test func `what a session asks about is under way until its loading starts`() async throws {
    let issues = try await RecordedIssues.of { _ in
      let answer = stub(condition: isPath("/a"), response: .text("here"))
      let url = try #require(URL(string: "https://late.test/a"))
      _ = try await URLSession.shared.data(from: url)
      #expect(answer.callCount == 1)
      #expect(StubRegistry.current.state.withLock(\.onTheirWay).isEmpty)
    }
    #expect(issues.texts == [])
  }

  @Test func `a stub in a scope without any request hears that another client may be meant`()
    async throws
  {
    let issues = try await RecordedIssues.of { _ in Self.given(isPath("/a"), .atLeast(1)) }
    #expect(
      issues.texts == [
        """
        The stub at U.swift:3 expected at least 1 request, and none came: isPath("/a")
          → No request came here. Either the client is no URLSession (libcurl, NIO, a WebSocket, a download \
        on Linux, sockets of its own) and has no stub server's address, or its session is bound to another \
        registry or has other `protocolClasses`, or the request has lost this scope (in a completion \
        handler, a queue, a timer or a detached task), or its task is not resumed or awaited.
        """
      ])
  }

  @Test func `a stub in a registry that is switched off hears so`() async throws {
    let issues = try await RecordedIssues.of { _ in
      StubRegistry.current.isEnabled = false
      Self.given(isPath("/a"))
    }
    #expect(
      issues.texts == [
        """
        The stub at U.swift:3 was never used: isPath("/a")
          → The registry is off (isEnabled = false).
        """
      ])
  }
}
