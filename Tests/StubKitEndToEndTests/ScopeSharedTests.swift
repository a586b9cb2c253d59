import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Everything that is about `StubRegistry.shared`, one test after the other.
@Suite(.serialized) struct SharedRegistryTests {}

extension SharedRegistryTests {
  /// What falls to `.shared`, and what the reports then say.
  @Suite struct Scopes {
    init() {
      haveOtherScope()
      StubRegistry.shared.reset()
      StubRegistry.shared.unmatched = .fail(except: !hasSuffix("falls-to-shared.test"))
    }

    private func hasSuffix(_ suffix: String) -> RequestMatcher {
      isHost(suffix) || isHost("*." + suffix)
    }

    private func failure(of operation: @escaping @Sendable () async throws -> Void) async -> String?
    {
      let error = await #expect(throws: URLError.self) { try await operation() }
      return error?.localizedDescription
    }

    /// What has come to `.shared`, but for the lost requests of tests that run at the same time.
    private var exchanges: [StubExchange] {
      StubRegistry.shared.exchanges.filter { $0.request.url?.host == "falls-to-shared.test" }
    }

    @Test func `outside of every scope stubs are those of shared`() async throws {
      defer { StubRegistry.shared.reset() }
      #expect(StubRegistry.current === StubRegistry.shared)
      StubRegistry.current.stub(
        condition: isHost("falls-to-shared.test"), response: .text("shared"))
      let (data, _) = try await URLSession.shared.data(from: url("https://falls-to-shared.test/"))
      #expect(String(decoding: data, as: UTF8.self) == "shared")
      #expect(exchanges.count == 1)
    }

    @Test func `its clock may be one that jumps when everything is at rest`() async throws {
      defer { StubRegistry.shared.reset() }
      let shared = StubRegistry.shared
      shared.clock = .fastForward
      for (path, delay) in [("/slow", 3), ("/quick", 1)] {
        shared.stub(
          condition: isHost("falls-to-shared.test") && isPath(path),
          response: .text(path).delayed(by: .seconds(delay)))
      }
      async let slow = URLSession.shared.data(from: url("https://falls-to-shared.test/slow"))
      async let quick = URLSession.shared.data(from: url("https://falls-to-shared.test/quick"))
      _ = try await (slow, quick)
      #expect(exchanges.map(\.start) == [.zero, .zero])
      #expect(shared.elapsed == .seconds(3))
    }

    @Test func `a detached task with a session from outside falls to shared, which says why`()
      async throws
    {
      defer { StubRegistry.shared.reset() }
      await withStubs { scope in
        stub(
          condition: isHost("falls-to-shared.test"), fileID: "T/U.swift", line: 12,
          response: .text("scope"))
        let report = await failure {
          try await Task.detached {
            _ = try await URLSession.shared.data(from: url("https://falls-to-shared.test/a"))
          }.value
        }
        // Tests that run at the same time have scopes, too, some of which match everything.
        let lines = report?.split(separator: "\n").map(String.init) ?? []
        let beginning = [
          "No stub matches GET https://falls-to-shared.test/a",
          "No stub is registered in `.shared`.",
        ]
        #expect(lines.prefix(2).elementsEqual(beginning))
        #expect(lines.dropFirst(2).first?.contains("but this request does not see") == true)
        let ending: [String] = [
          "  → The request was made outside, for example by a detached task with a session from outside. "
            + "Use a session made within the scope, or `registry.session`.",
          "It is not one of the requests that may go to the network: "
            + #"!(isHost("falls-to-shared.test") || isHost("*.falls-to-shared.test"))"#,
        ]
        #expect(lines.dropFirst(3).prefix(2).elementsEqual(ending))
        #expect(scope.exchanges.isEmpty)
      }
    }

    @Test func `where no stub matches, it still says that there are scopes`() async throws {
      defer { StubRegistry.shared.reset() }
      await withStubs { _ in
        stub(condition: isHost("other.falls-to-shared.test"), expected: .any, response: .text(""))
        let report = await failure {
          try await Task.detached {
            _ = try await URLSession.shared.data(from: url("https://falls-to-shared.test/a"))
          }.value
        }
        #expect(report?.contains("this request does not see") == true)
      }
    }

    @Test func `a scope is told of the stubs in shared that it does not see`() async throws {
      defer { StubRegistry.shared.reset() }
      for line in 12...13 {
        StubRegistry.shared.stub(
          condition: isHost("falls-to-shared.test"), fileID: "T/U.swift", line: line,
          response: .text("shared"))
      }
      await withStubs { _ in
        let report = await failure {
          _ = try await URLSession.shared.data(from: url("https://falls-to-shared.test/a"))
        }
        #expect(
          report == """
            No stub matches GET https://falls-to-shared.test/a
            No stub is registered in this scope.
            2 stubs in `.shared` match, but this scope does not see them: U.swift:13 and U.swift:12
              → Register them within the scope.
            """)
      }
    }

    @Test func `a session of a scope that has ended falls to shared`() async throws {
      defer { StubRegistry.shared.reset() }
      StubRegistry.shared.stub(
        condition: isHost("falls-to-shared.test"), response: .text("shared"))
      let session = withStubs { _ in URLSession(configuration: .default) }
      let (data, _) = try await session.data(from: url("https://falls-to-shared.test/"))
      #expect(String(decoding: data, as: UTF8.self) == "shared")
    }

    @Test func `a session that two scopes have used falls to shared where neither is seen`()
      async throws
    {
      defer { StubRegistry.shared.reset() }
      StubRegistry.shared.stub(
        condition: isHost("falls-to-shared.test"), response: .text("shared"))
      try await withStubs { _ in
        stub(condition: anyRequest(), expected: .any, response: .text("first"))
        let session = URLSession(configuration: .default)
        try await Task.detached {
          try await withStubs { _ in
            stub(condition: anyRequest(), response: .text("second"))
            _ = try await session.data(from: url("https://falls-to-shared.test/"))
          }
          let (data, _) = try await session.data(from: url("https://falls-to-shared.test/"))
          #expect(String(decoding: data, as: UTF8.self) == "shared")
        }.value
      }
    }
  }
}
