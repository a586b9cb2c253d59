import Foundation
import StubKitTesting
import Testing

@testable import StubKit
@testable import StubKitExploring

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a test hears of its scopes that has no `.stubbed`.
struct PlainTestTests {
  private struct Broken: Error {}

  private static func get(_ path: String) async throws {
    let url = try #require(URL(string: "https://plain.test\(path)"))
    _ = try await URLSession.shared.data(from: url)
  }

  @discardableResult
  private static func given(
    _ path: String, _ expected: StubCount = .standard, line: Int = 3
  ) -> Stub {
    stub(
      condition: isPath(path), expected: expected, fileID: "T/U.swift", line: line,
      response: .status(204))
  }

  @Test func `too few requests are an issue at the stub's line`() async throws {
    let issues = try await RecordedIssues.of(nil) { _ in
      try await withStubs { _ in
        Self.given("/a", 2)
        try await Self.get("/a")
      }
    }
    #expect(
      issues.texts == [
        #"The stub at U.swift:3 expected exactly 2 requests, and 1 came: isPath("/a")"#
      ])
    #expect(issues.places == ["U.swift:3"])
    #expect(issues.all.map(\.severity) == [.error])
  }

  @Test func `a request that may have lost its scope is a warning`() async throws {
    let issues = try await RecordedIssues.of(nil) { _ in
      // The request can be that of two scopes at least.
      withStubs { _ in }
      await withStubs { _ in
        stub(
          condition: isHost("plain-lost.test"), expected: .any, fileID: "T/U.swift", line: 3,
          response: .status(204))
        _ = await Task.detached {
          try? await URLSession.shared.data(from: #require(URL(string: "https://plain-lost.test/")))
        }.value
      }
    }
    let text = try #require(issues.texts.first ?? nil)
    #expect(
      text.hasPrefix(
        "A request that has lost its scope, GET https://plain-lost.test/, may be this test's: the stub "
          + "at U.swift:3 is for its address."))
    #expect(issues.all.map(\.severity) == [.warning])
  }

  @Test func `a request too many is told when it comes, and a known issue around it covers it`()
    async throws
  {
    let issues = try await RecordedIssues.of(nil) { recorded in
      try await withStubs { _ in
        Self.given("/a", .never)
        Self.given("/b", .never)
        await withKnownIssue { try await Self.get("/b") }
        try await Self.get("/a")
        #expect(recorded.all.count == 1)
      }
    }
    #expect(
      issues.texts == [
        "The stub at U.swift:3 expected no request, and this is one: GET https://plain.test/a"
      ])
  }

  @Test func `a stub that stays unused is a warning, and a mistake an issue`() async throws {
    let issues = try await RecordedIssues.of(nil) { _ in
      withStubs { _ in
        Self.given("/a")
        stub(
          condition: isHost("https://a.com"), fileID: "T/U.swift", line: 4, response: .status(204))
      }
    }
    #expect(issues.places == ["U.swift:4", "U.swift:3"])
    #expect(issues.all.map(\.severity) == [.error, .warning])
  }

  @Test func `scopes within and recordings tell the same test`() async throws {
    let issues = try await RecordedIssues.of(nil) { _ in
      await withStubs { _ in
        await withStubs { _ in
          Self.given("/a", 1)
          await Task.yield()
        }
        // The end of the inner scope ends nothing for the outer one.
        Self.given("/b", 1, line: 4)
      }
    }
    #expect(issues.places == ["U.swift:3", "U.swift:4"])
  }

  @Test func `what the client gets an error for is left to the error`() async throws {
    let issues = try await RecordedIssues.of(nil) { _ in
      await withStubs { _ in
        stub(condition: isPath("/a")) { _ in throw Broken() }
        stub(condition: isPath("/b"), response: .status(99))
        for path in ["/a", "/b", "/c"] { try? await Self.get(path) }
        let error = await #expect(throws: URLError.self) { try await Self.get("/c") }
        #expect(error?.localizedDescription.contains("To stub it") == true)
      }
    }
    #expect(issues.texts == [])
  }

  @Test func `what verify() has thrown is not told again when it leaves the scope`() async throws {
    let issues = try await RecordedIssues.of(nil) { _ in
      try await withStubs { registry in
        Self.given("/a", 2)
        try await Self.get("/a")
        try registry.verify()
      }
    }
    #expect(issues.texts == [])
    #expect(issues.thrown is StubVerificationError)
  }

  @Test func `a test that is cancelled is told of no counts`() async throws {
    let issues = try await Task {
      try await RecordedIssues.of(nil) { _ in
        try await withStubs { _ in
          Self.given("/a", 1)
          withUnsafeCurrentTask { $0?.cancel() }
          try await Task.sleep(for: .seconds(600))
        }
      }
    }.value
    #expect(issues.texts == [])
    #expect(issues.thrown is CancellationError)
  }

  @Test func `a closure of any registry records for the test that makes the request`()
    async throws
  {
    let issues = try await RecordedIssues.of(nil) { _ in
      let registry = StubRegistry()
      registry.stub(condition: isPath("/a")) { _ in
        Issue.record("bound")
        return .status(204)
      }
      let url = try #require(URL(string: "https://plain.test/a"))
      _ = try await registry.session.data(from: url)
      try await withStubs { _ in
        stub(condition: isPath("/a")) { _ async in
          Issue.record("in a scope")
          return .status(204)
        }
        try await Self.get("/a")
      }
    }
    #expect(issues.texts == ["bound", "in a scope"])
  }

  @Test func `an exploration's scenario is broken by what fails in it`() async throws {
    let issues = try await RecordedIssues.of(nil, takingExpectations: true) { _ in
      try await withEveryFault(.status(500)) { _ in
        let isFirst = Locked(true)
        stub(condition: isPath("/a"), response: .status(204))
        stub(condition: isPath("/b")) { _ in
          #expect(isFirst.withLock { $0 })
          return .status(204)
        }
        StubRegistry.current.onEvent {
          if $0.response?.status == 500 { isFirst.withLock { $0 = false } }
        }
        try await Self.get("/a")
        try await Self.get("/b")
      }
    }
    #expect(issues.texts == [#"in the scenario "GET /a #1 × 500""#])
    #expect(issues.thrown is ExplorationError)
  }

  @Test func `where no test is to be seen, what was written is an error on standard error`()
    async throws
  {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await Task.detached {
          await withStubs { _ in
            Self.given("/a", 2)
            Self.given("/b", .atMost(1))
            Self.given("/c")
            await Task.yield()
          }
          withStubs { registry in
            Self.given("/d", 2)
            _ = try? registry.verify()
          }
        }.value
      })
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      text.contains(
        "PlainTestTests.swift:3: error: StubKit: The stub at U.swift:3 expected exactly 2 requests, "
          + "and none came: isPath(\"/a\")\n"))
    for path in ["/b", "/c", "/d"] { #expect(!text.contains("isPath(\"\(path)\")")) }
  }
}
