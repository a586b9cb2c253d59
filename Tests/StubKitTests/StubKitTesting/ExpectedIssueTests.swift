import Foundation
import Testing

@testable import StubKit
@testable import StubKitTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Issues of a `.stubbed` test that the test expects, or has been told of.
struct ExpectedIssueTests {
  private struct Broken: Error {}

  private static func get(_ path: String, by session: URLSession = .shared) async throws {
    let url = try #require(URL(string: "https://expected.test\(path)"))
    _ = try await session.data(from: url)
  }

  /// An unmatched request as a door sees it: asked for here, and ended on another thread.
  private static func end(
    _ path: String, telling reporter: IssueReporter?, in registry: StubRegistry = .current
  ) async throws {
    let url = try #require(URL(string: "https://expected.test\(path)"))
    let exchange = registry.logUnmatched(StubRequest(URLRequest(url: url)))
    let error = URLError(.resourceUnavailable, "No stub matches \(path)")
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let issue = registry.conclude(exchange, .unmatched, error: error).issue
        if let issue { registry.report(issue, to: reporter) }
        continuation.resume()
      }
    }
  }

  @Test func `a known issue around a scope covers what goes wrong in it`() async throws {
    let issues = try await RecordedIssues.of(.stubbed(unused: .error)) { _ in
      await withKnownIssue {
        await withStubs { _ in
          stub(condition: isPath("/b"), response: .json([]))
          try? await Self.get("/else/where")
        }
      } matching: {
        $0.comments.first?.rawValue.contains("never used") == true
      }
    }
    #expect(issues.texts.count == 1)
    #expect(issues.texts.first??.hasPrefix("No stub matches") == true)
  }

  @Test func `a known issue around a request covers it, wherever the request ends`() async throws {
    let issues = try await RecordedIssues.of { _ in
      let registry = StubRegistry.current
      await withKnownIssue {
        try await Self.end("/a", telling: registry.reporterForRequest())
        try await Self.end("/b", telling: registry.reporterForRequest())
      }
      try await Self.end("/c", telling: registry.reporterForRequest())
    }
    #expect(issues.texts == ["No stub matches /c"])
  }

  @Test(arguments: [true, false])
  func `a known issue around a request through a session covers it`(isBound: Bool) async throws {
    let issues = try await RecordedIssues.of { _ in
      let session = isBound ? StubRegistry.current.session : .shared
      await withKnownIssue { try await Self.get("/a", by: session) }
      _ = try? await Self.get("/c", by: session)
    }
    #expect(issues.texts.count == 1)
    #expect(issues.texts.first??.contains("/c") == true)
  }

  @Test func `a request of a detached task is told to the test of its scope`() async throws {
    let issues = try await RecordedIssues.of { recorded in
      let session = StubRegistry.current.session
      await Task.detached { _ = try? await Self.get("/a", by: session) }.value
      #expect(recorded.all.count == 1)
    }
    #expect(issues.texts.count == 1)
  }

  @Test func `what many requests at once find wrong is told once for each`() async throws {
    let issues = try await RecordedIssues.of { _ in
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
          group.addTask { _ = try? await Self.get(number % 2 == 0 ? "/a" : "/b") }
        }
      }
    }
    #expect(issues.texts.count == 2)
  }

  @Test func `a scope within a known issue has its requests covered, too`() async throws {
    let issues = try await RecordedIssues.of { _ in
      await withKnownIssue {
        try await withStubs { _ in try await Self.get("/a") }
      }
    }
    #expect(issues.texts == [])
  }

  @Test func `what is told once as known is told again where it is not`() async throws {
    let issues = try await RecordedIssues.of { _ in
      let registry = StubRegistry.current
      await withKnownIssue {
        try await Self.end("/a", telling: registry.reporterForRequest())
      }
      for _ in 1...3 { try await Self.end("/a", telling: registry.reporterForRequest()) }
    }
    #expect(issues.texts == ["No stub matches /a"])
  }

  @Test(arguments: [IssueReporter.Reception.heard, .failed])
  func `what is found again while it is told is told as well, if it was expected the first time`(
    reception: IssueReporter.Reception
  ) {
    let registry = StubRegistry()
    let issue = StubIssue(kind: .unmatched, text: "No stub matches /a", location: nil)
    let journal = Journal()
    let other = IssueReporter { _ in
      journal.note("other")
      return .failed
    }
    let first = IssueReporter { _ in
      for _ in 1...2 { #expect(registry.report(issue, to: other) == .failed) }
      journal.note("first")
      return reception
    }
    #expect(registry.report(issue, to: first) == reception)
    #expect(journal.entries == (reception == .heard ? ["first", "other"] : ["first"]))
  }

  @Test func `many threads may tell at once`() async throws {
    let issues = try await RecordedIssues.of { _ in
      let reporter = StubRegistry.current.reporterForRequest()
      await withTaskGroup { group in
        for number in 0..<50 {
          group.addTask { try? await Self.end("/\(number)", telling: reporter) }
        }
      }
    }
    #expect(Set(issues.texts) == Set((0..<50).map { "No stub matches /\($0)" }))
    #expect(issues.texts.count == 50)
  }

  @Test func `after a hundred issues a registry tells no more`() async throws {
    let issues = try await RecordedIssues.of { _ in
      for number in 0..<120 { try await Self.end("/\(number)", telling: nil) }
    }
    #expect(issues.texts.count == 100)
  }

  @Test func `warnings leave room for what fails the test`() async throws {
    let issues = try await RecordedIssues.of { _ in
      for number in 0..<120 {
        StubRegistry.current.report(
          StubIssue(kind: .unscoped, text: "warning \(number)", location: nil))
      }
      try await Self.end("/a", telling: nil)
    }
    #expect(issues.texts.count == 101)
    #expect(issues.texts.last == "No stub matches /a")
  }

  @Test func `a warning is told once, and keeps nothing from being told`() async throws {
    let issues = try await RecordedIssues.of { _ in
      try? await withStubs { registry in
        registry.given(isPath("/a"), expected: 2, line: 4)
        for _ in 1...2 {
          let remark = StubIssue(kind: .remark, text: "a remark", location: nil)
          #expect(registry.report(remark) == .heard)
        }
        await Task.yield()
        throw Broken()
      }
    }
    #expect(
      issues.texts == [
        "a remark",
        #"The stub at UserTests.swift:4 expected exactly 2 requests, and none came: isPath("/a")"#
          + silenceRemark,
      ])
  }

  @Test func `a detached task of the test is told as the test`() async throws {
    let issues = try await RecordedIssues.of { _ in
      let registry = StubRegistry.current
      await Task.detached {
        try? await Self.end("/a", telling: nil, in: registry)
        #expect(Test.current == nil)
      }.value
    }
    #expect(issues.texts == ["No stub matches /a"])
  }

  @Test func `an error that leaves the test is not told again`() async throws {
    let issues = try await RecordedIssues.of { _ in try await Self.get("/a") }
    #expect(issues.thrown == nil)
    #expect(issues.texts.count == 1)
    #expect(issues.texts.first??.hasPrefix("No stub matches") == true)
  }

  @Test func `an error that nobody was told of leaves the test`() async throws {
    let issues = try await RecordedIssues.of { _ in throw Broken() }
    #expect(issues.all.isEmpty)
    #expect(issues.thrown is Broken)
  }

  @Test func `a test that is cancelled records nothing from then on`() async throws {
    let issues = try await Task {
      try await RecordedIssues.of(.stubbed(unused: .error)) { _ in
        stub(condition: isPath("/b"), response: .json([]))
        withUnsafeCurrentTask { $0?.cancel() }
        try await Self.end("/a", telling: nil)
      }
    }.value
    #expect(issues.all.isEmpty)
  }

  @Test func `what comes when a test is over is no issue, and is written once`() async throws {
    let late = Locked<StubRegistry?>(nil)
    let issues = try await RecordedIssues.of { _ in late.withLock { $0 = .current } }
    let registry = try #require(late.withLock { $0 })
    for _ in 1...2 { try await Self.end("/over", telling: nil, in: registry) }
    #expect(issues.all.isEmpty)
    let test = try #require(Test.current)
    let written = StubIssue.writtenLate.withLock { $0.filter { $0.contains("/over") } }
    #expect(
      written == [
        """
        No stub matches /over
          → Its test, \(test.name) at ExpectedIssueTests.swift:\(test.sourceLocation.line), was over \
        or cancelled by then, and could not be told: `await` what makes the request.
        """
      ])
  }

  @Test func `a request too many is written if it comes when the test is over`() async throws {
    let late = Locked<StubRegistry?>(nil)
    let issues = try await RecordedIssues.of { _ in
      late.withLock { $0 = .current }
      stub(condition: isPath("/once-over"), expected: 1, response: .status(204))
      try await Self.get("/once-over")
    }
    let registry = try #require(late.withLock { $0 })
    try await registry.surrounding { try await Self.get("/once-over") }
    #expect(issues.all.isEmpty)
    let written = StubIssue.writtenLate.withLock { $0.filter { $0.contains("/once-over") } }
    #expect(written.count == 1)
    #expect(written.first?.contains("expected exactly 1 request, and this is number 2") == true)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a request's reporter keeps the registry no longer than the request`() async throws {
    struct Trace { weak var registry: StubRegistry? }
    let trace = Locked(Trace())
    _ = try await RecordedIssues.of { _ in
      let registry = StubRegistry.current
      trace.withLock { $0.registry = registry }
      try? await Self.end("/a", telling: registry.reporterForRequest())
    }
    // The thread lets go of it when it ends, a moment after it has told.
    while trace.withLock({ $0.registry != nil }), !Task.isCancelled { await Task.yield() }
    #expect(trace.withLock { $0.registry == nil })
  }
}
