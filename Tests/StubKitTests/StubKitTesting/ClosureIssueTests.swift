import Foundation
import StubKitTesting
import Testing

@testable import StubKit
@testable import StubKitExploring

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a closure of the user's records, wherever it runs: it is its test's, once, at its line.
struct ClosureIssueTests {
  @discardableResult
  private static func get(
    _ path: String = "/a", by session: URLSession = .shared
  ) async throws -> Data {
    let url = try #require(URL(string: "https://closure.test\(path)"))
    return try await session.data(from: url).0
  }

  /// A place that runs a closure of the user's for a request.
  enum Place: CaseIterable, CustomTestStringConvertible {
    case response, asyncResponse, condition, capture, report, policy, handler, source, perform,
      nested

    var testDescription: String { "\(self)" }

    /// Makes a request for which the closure runs.
    func run(_ registry: StubRegistry, _ closure: @escaping @Sendable () -> Void) async throws {
      switch self {
      case .response:
        stub(condition: anyRequest()) { _ in
          closure()
          return .status(200)
        }
      case .asyncResponse:
        stub(condition: anyRequest()) { _ async in
          await Task.yield()
          closure()
          return .status(200)
        }
      case .condition:
        let condition = satisfies { _ in
          closure()
          return true
        }
        stub(condition: condition, response: .status(200))
      case .policy:
        let condition = satisfies { _ in
          closure()
          return false
        }
        registry.unmatched = .fail(except: condition)
        await withKnownIssue {
          _ = try? await ClosureIssueTests.get()
        } matching: {
          $0.comments.first?.rawValue.contains("No stub matches") == true
        }
        return
      case .handler:
        let token = registry.onEvent { if $0.kind == .activated { closure() } }
        stub(condition: anyRequest(), response: .status(200))
        try await ClosureIssueTests.get()
        return token.cancel()
      case .source:
        let response = StubResponse.stream {
          AsyncStream<Data> { continuation in
            closure()
            continuation.finish()
          }
        }
        stub(condition: anyRequest(), response: response)
      case .perform:
        stub(condition: anyRequest()) { request in
          _ = try? await request.perform(at: try #require(URL(string: "http://localhost:1")))
          closure()
          return .status(200)
        }
      case .nested:
        stub(condition: isHost("closure.test") && isPath("/inner")) { _ in
          closure()
          return .status(200)
        }
        stub(condition: isHost("closure.test") && isPath("/a")) { _ async throws in
          try await ClosureIssueTests.get("/inner")
          return .status(200)
        }
      case .capture:
        let condition = satisfies { _ in
          closure()
          return true
        }
        stub(
          condition: (condition && isPathTemplate("/{name}")) || isPath("/b"),
          response: .status(200))
      case .report:
        let condition = satisfies { _ in
          closure()
          return true
        }
        stub(condition: isPath("/b") && condition, expected: .any, response: .status(200))
        await withKnownIssue {
          _ = try? await ClosureIssueTests.get()
        } matching: {
          $0.comments.first?.rawValue.contains("No stub matches") == true
        }
        return
      }
      try await ClosureIssueTests.get()
    }
  }

  @Test(arguments: Place.allCases)
  func `what it records is its test's, once, at its line`(place: Place) async throws {
    let line = #line + 2
    let issues = try await RecordedIssues.of(takingExpectations: true) { _ in
      try await place.run(.current) { #expect(1 == 2) }
    }
    #expect(issues.thrown == nil)
    #expect(Set(issues.places) == ["ClosureIssueTests.swift:\(line)"])
    #expect(issues.all.count == 1)
  }

  @Test func `what it requires in vain is told once, and leaves the test without a word`()
    async throws
  {
    let issues = try await RecordedIssues.of(takingExpectations: true) { _ in
      stub(condition: isPath("/a")) { request in
        .text(try #require(request.headers["X-Missing"]))
      }
      try await Self.get()
    }
    #expect(issues.all.filter(\.isFailure).count == 1)
    #expect(issues.thrown is ExpectationFailedError)
  }

  @Test(arguments: Place.allCases)
  func `what the test expects around the request is known`(place: Place) async throws {
    let issues = try await RecordedIssues.of { _ in
      try await withKnownIssue {
        try await place.run(.current) { Issue.record("expected") }
      } matching: {
        $0.comments.first?.rawValue == "expected"
      }
    }
    #expect(issues.thrown == nil)
    #expect(issues.places == [])
  }

  @Test func `what a closure records of a scope within the test is the test's`() async throws {
    let issues = try await RecordedIssues.of { _ in
      try await withStubs { registry in
        stub(condition: isPath("/a")) { _ in
          Issue.record("within")
          #expect(StubRegistry.current === registry)
          return .status(200)
        }
        try await Self.get()
      }
    }
    #expect(issues.texts == ["within"])
  }

  @Test func `what a closure records for a request without a scope is its registry's test's`()
    async throws
  {
    let issues = try await RecordedIssues.of { _ in
      let registry = StubRegistry.current
      registry.stub(condition: isPath("/a")) { _ in
        Issue.record("lost")
        return .status(200)
      }
      registry.stub(condition: isPath("/b")) { _ async in
        Issue.record("lost as well")
        return .status(200)
      }
      registry.onEvent { if $0.kind == .finished { Issue.record("heard") } }
      let session = registry.session
      await Task.detached {
        for path in ["/a", "/b"] { _ = try? await Self.get(path, by: session) }
      }.value
    }
    #expect(issues.texts == ["lost", "heard", "lost as well", "heard"])
  }

  @Test func `task-locals of the test are seen, and the registry is the one that answers`()
    async throws
  {
    let issues = try await RecordedIssues.of { _ in
      let bound = StubRegistry()
      bound.stub(condition: isPath("/sync")) { _ in
        #expect(StubRegistry.current === bound)
        return .text(Self.word)
      }
      bound.stub(condition: isPath("/async")) { _ async in
        #expect(StubRegistry.current === bound)
        return .text(Self.word)
      }
      let session = bound.session
      try await Self.$word.withValue("seen") {
        for path in ["/sync", "/async"] {
          let seen = try await Self.get(path, by: session)
          #expect(seen == Data("seen".utf8))
        }
      }
    }
    #expect(issues.texts == [])
  }

  @TaskLocal private static var word = "unseen"

  @Test(.timeLimit(.minutes(10)))
  func `closures that wait for each other run at once, and lead to others`() async throws {
    let count = 8
    let issues = try await RecordedIssues.of { _ in
      let (arrivals, arrive) = AsyncStream<Void>.makeStream()
      let gates = (0..<count).map { _ in DispatchSemaphore(value: 0) }
      stub(condition: isPathTemplate("/wait/{number}")) { request in
        arrive.yield()
        gates[Int(request.pathParameters["number"] ?? "") ?? 0].wait()
        // A request of its own, awaited on this very thread.
        let isDone = DispatchSemaphore(value: 0)
        let url = try #require(URL(string: "https://closure.test/inner"))
        URLSession.shared.dataTask(with: url) { _, _, _ in isDone.signal() }.resume()
        isDone.wait()
        return .status(200)
      }
      stub(condition: isHost("closure.test") && isPath("/inner")) { _ in
        Issue.record("inner")
        return .status(200)
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<count { group.addTask { try await Self.get("/wait/\(number)") } }
        var arrivals = arrivals.makeAsyncIterator()
        for _ in 0..<count { await arrivals.next() }
        for gate in gates { gate.signal() }
        try await group.waitForAll()
      }
    }
    #expect(issues.texts == Array(repeating: "inner", count: count))
  }

  @Test(arguments: [Place.response, .asyncResponse, .condition, .handler, .nested])
  func `it breaks the scenario of an exploration`(place: Place) async throws {
    let runs = Locked(0)
    let line = #line + 7
    let issues = try await RecordedIssues.of(takingExpectations: true) { _ in
      try await withEveryFault(.status(503), among: isPath("/a")) { registry in
        let run = runs.withLock { runs in
          runs += 1
          return runs
        }
        try? await place.run(registry) { #expect(run < 2) }
      }
    }
    #expect(issues.places == ["ClosureIssueTests.swift:\(line)"])
    #expect(issues.texts == [#"in the scenario "GET /a #1 × 503""#])
    #expect(issues.thrown is ExplorationError)
  }

  @Test func `it breaks the scenario also for a request that has lost its scope`() async throws {
    let issues = try await RecordedIssues.of(takingExpectations: true) { _ in
      try await withEveryFault(.status(503)) { registry in
        let isFaulty = Locked(false)
        registry.onEvent { if $0.response?.status == 503 { isFaulty.withLock { $0 = true } } }
        registry.stub(
          condition: isHost("closure.test") && isPath("/a"), response: .status(200))
        registry.stub(condition: isHost("closure.test") && isPath("/lost")) { _ in
          #expect(!isFaulty.withLock { $0 })
          return .status(200)
        }
        let session = registry.session
        try await Self.get("/a", by: session)
        try await Task.detached { _ = try await Self.get("/lost", by: session) }.value
      }
    }
    #expect(issues.texts == [#"in the scenario "GET /a #1 × 503""#])
  }
}
