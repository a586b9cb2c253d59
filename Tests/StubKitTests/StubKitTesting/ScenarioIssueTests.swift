import Foundation
import StubKit
import StubKitExploring
import StubKitTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a `.stubbed` test is told of the scenarios of an exploration.
struct ScenarioIssueTests {
  init() { haveOtherScope() }

  @Sendable private static func load(_ path: String = "/users") async throws -> Int {
    let url = try #require(URL(string: "https://a.com\(path)"))
    let (_, response) = try await URLSession.shared.data(from: url)
    return (response as? HTTPURLResponse)?.statusCode ?? 0
  }

  /// The paths of two requests, in the order in which they were answered.
  @Sendable private static func race() async throws -> [String] {
    try await withThrowingTaskGroup(of: String.self) { group in
      for path in ["/users", "/z"] {
        group.addTask {
          _ = try await load(path)
          return path
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test(arguments: [.stubbed, nil] as [StubbedTrait?])
  func `that there is only one order is said in any test, unless one is all that was asked for`(
    trait: StubbedTrait?
  ) async throws {
    let line = #line + 2
    let issues = try await RecordedIssues.of(trait) { _ in
      try await withEveryOrder { _ in
        stub(condition: isPath("/users"), response: .status(204))
        _ = try await Self.load()
        _ = try await Self.load()
      }
      try await withEveryOrder(limit: 1) { _ in
        stub(condition: isPath("/users"), response: .status(204))
        _ = try await Self.load()
      }
    }
    #expect(
      issues.texts == [
        """
        withEveryOrder has tried the only order there is: no two answers were ever in flight at once.
          → Let the operation make its requests side by side, as with `async let`, and await them all.
        """
      ])
    #expect(issues.places == ["ScenarioIssueTests.swift:\(line)"])
    #expect(issues.all.map(\.severity) == [.warning])
  }

  @Test func `the first request that fails after its scenario is told with its name`() async throws
  {
    let (isOver, over) = AsyncStream<Void>.makeStream()
    let late = Locked<[Task<Void, Never>]>([])
    let line = #line + 2
    let issues = try await RecordedIssues.of { _ in
      try await withEveryFault(.offline, .timeout) { registry in
        stub(condition: isPath("/users"), response: .status(204))
        guard (try? await Self.load()) == nil else { return }
        let task = Task {
          for await _ in isOver {}
          _ = try? await Self.load("/late")
        }
        late.withLock { $0.append(task) }
      }
      over.finish()
      for task in late.withLock(\.self) { await task.value }
    }
    #expect(late.withLock(\.count) == 2)
    #expect(issues.all.map(\.severity) == [.warning])
    #expect(issues.places == ["ScenarioIssueTests.swift:\(line)"])
    let text = try #require(issues.texts.first ?? nil)
    #expect(text.hasPrefix("No stub matches GET https://a.com/late\n"))
    let isNamed = ["offline", "timeout"].contains {
      text.hasSuffix(
        "\n  → It was made in the scenario \"GET /users #1 × \($0)\", and failed when that was over: "
          + "`await` what makes the request.")
    }
    #expect(isNamed, "\(text)")
  }

  @Test func `the first assertion that fails names its scenario, and the others follow from it`()
    async throws
  {
    let line = #line + 6
    let issues = try await RecordedIssues.of(takingExpectations: true) { _ in
      try await withEveryFault(.status(500), .status(503)) { _ in
        stub(condition: isPath("/users"), response: .status(204))
        let status = try await Self.load()
        guard status != 503 else { return }
        #expect(status == 204)
        #expect(status < 300)
      }
    }
    #expect(issues.texts == [#"in the scenario "GET /users #1 × 500""#])
    #expect(issues.places == ["ScenarioIssueTests.swift:\(line)"])
    #expect(
      "\(try #require(issues.thrown))" == """
        2 scenarios: 1 broken
          ✗ GET /users #1 × 500
              as the test has been told
              → only: "GET /users #1 × 500"
          ✓ GET /users #1 × 503
        """)
    let report = try #require(issues.thrown as? ExplorationError).report
    #expect(
      report.description.contains(
        "\n      Expectation failed: (status → 500) == 204 (ScenarioIssueTests.swift:\(line))\n"))
  }

  @Test func `what is thrown in a scenario is told at the line of the exploration`() async throws {
    let line = #line + 2
    let issues = try await RecordedIssues.of { _ in
      try await withEveryFault(.offline) { _ in
        stub(condition: isPath("/users"), response: .status(204))
        _ = try await Self.load()
      }
    }
    #expect(
      issues.texts == [
        """
        GET /users #1 × offline: The operation threw: There is no connection to the Internet.
          → only: "GET /users #1 × offline"
        """
      ])
    #expect(issues.places == ["ScenarioIssueTests.swift:\(line)"])
    #expect(
      "\(try #require(issues.thrown))" == """
        1 scenario: 1 broken
          ✗ GET /users #1 × offline
              as the test has been told
              → only: "GET /users #1 × offline"
        """)
  }

  @Test func `a request that nothing answers is what is wrong, and not what follows from it`()
    async throws
  {
    let issues = try await RecordedIssues.of { _ in
      try await withEveryFault { _ in
        let status = try? await Self.load()
        #expect(status == 204)
      }
    }
    #expect(issues.texts == [])
    let error = "\(try #require(issues.thrown))"
    #expect(error.contains("has explored nothing: the operation fails with every answer as it is"))
    #expect(error.contains("No stub matches GET https://a.com/users"))
    #expect(!error.contains("Expectation failed"))
  }

  @Test func `an assertion that fails without a fault is told as it is`() async throws {
    let issues = try await RecordedIssues.of(takingExpectations: true) { _ in
      try await withEveryOrder { _ in
        stub(condition: isPath("/users"), response: .status(204))
        let status = try await Self.load()
        #expect(status == 200)
      }
    }
    #expect(issues.texts == ["with every answer as it is"])
    let error = "\(try #require(issues.thrown))"
    #expect(
      error.hasSuffix("fails with every answer as it is, before any fault or other order is tried.")
    )
  }

  @Test(arguments: [.stubbed(unused: .error), nil] as [StubbedTrait?])
  func `a stub that stays unused is told of once, and not of every scenario`(
    trait: StubbedTrait?
  ) async throws {
    let issues = try await RecordedIssues.of(trait) { _ in
      try await withEveryFault(.status(500), .status(503)) { _ in
        stub(condition: isPath("/users"), response: .status(204))
        stub(condition: isPath("/never"), response: .status(204))
        _ = try await Self.load()
      }
    }
    #expect(issues.texts.count == 1)
    #expect(issues.texts.first??.contains("was never used") == true)
    #expect(issues.thrown == nil)
  }

  @Test func `what is a warning elsewhere is one in a scenario, and is told once`() async throws {
    let issues = try await RecordedIssues.of { _ in
      // The detached task may wait long for its turn, amid many tests.
      try await withEveryFault(.status(500), .status(503), patience: .seconds(60)) { _ in
        stub(
          condition: isPath("/users"), expected: .any, fileID: "T/U.swift", line: 3,
          response: .json([1]).with(status: 204))
        stub(condition: isHost("lost-in-scenario.test"), expected: .any, response: .status(200))
        _ = try await Self.load()
        // A task that has lost its scope.
        _ = await Task.detached {
          try? await URLSession.shared.data(
            from: #require(URL(string: "https://lost-in-scenario.test/")))
        }.value
      }
    }
    #expect(issues.thrown == nil)
    #expect(issues.all.allSatisfy { $0.severity == .warning })
    let texts = issues.texts.compactMap(\.self)
    let isDropped: (String) -> Bool = {
      $0.hasPrefix("The response of the stub at U.swift:3 has the status 204")
    }
    #expect(texts.filter(isDropped).count == 1)
    // Two, if another test changes meanwhile what `.shared` does with it.
    let lost = texts.filter { !isDropped($0) }
    #expect([1, 2].contains(lost.count))
    #expect(
      lost.allSatisfy {
        $0.hasPrefix(
          "A request that has lost its scope, GET https://lost-in-scenario.test/, may be this test's: "
        )
      })
  }

  @Test func `a stub that one scenario uses is not told to be unused`() async throws {
    let issues = try await RecordedIssues.of(.stubbed(unused: .error)) { _ in
      try await withEveryFault(.status(500), .status(503)) { _ in
        stub(condition: isPath("/users"), response: .status(204))
        stub(condition: isPath("/fallback"), response: .status(204))
        if try await Self.load() == 503 { _ = try await Self.load("/fallback") }
      }
      try await withEveryOrder { _ in
        stub(condition: isPath("/users") || isPath("/z"), response: { .text($0.path) })
        stub(condition: isPath("/fallback"), response: .status(204))
        if try await Self.race() == ["/z", "/users"] { _ = try await Self.load("/fallback") }
      }
    }
    #expect(issues.texts == [])
    #expect(issues.thrown == nil)
  }

  @Test func `an order that breaks has one name, and is told once`() async throws {
    let line = #line + 5
    let issues = try await RecordedIssues.of { _ in
      try await withEveryOrder { _ in
        stub(condition: isPath("/users") || isPath("/z"), response: { .text($0.path) })
        let paths = try await Self.race()
        #expect(paths == ["/users", "/z"])
        #expect(paths.first == "/users")
      }
    }
    #expect(
      issues.texts == [
        """
        Expectation failed: (paths → ["/z", "/users"]) == ["/users", "/z"]
        in the scenario "GET /z #1, GET /users #1"
        """
      ])
    #expect(issues.places == ["ScenarioIssueTests.swift:\(line)"])
    #expect(
      "\(try #require(issues.thrown))" == """
        2 scenarios: 1 broken
          ✓ GET /users #1, GET /z #1
          ✗ GET /z #1, GET /users #1
              as the test has been told
              → only: "GET /z #1, GET /users #1"
        """)
  }

  @Test func `an order that throws is told with the name that it has in the table`() async throws {
    let issues = try await RecordedIssues.of { _ in
      try await withEveryOrder { _ in
        stub(condition: isPath("/users") || isPath("/z"), response: { .text($0.path) })
        if try await Self.race() == ["/z", "/users"] { throw URLError(.badURL) }
      }
    }
    #expect(issues.texts.count == 1)
    #expect(
      issues.texts.first??.hasPrefix("GET /z #1, GET /users #1: The operation threw: ") == true)
  }

  @Test func `only what breaks a scenario is said to have been told`() async throws {
    let errors = Texts()
    let issues = try await RecordedIssues.of { _ in
      try await withEveryFault(.status(500)) { registry in
        stub(condition: isPath("/users"), response: .status(204))
        guard try await Self.load() == 500 else { return }
        for path in ["/1", "/2"] {
          do { _ = try await Self.load(path) } catch { errors.add(error.localizedDescription) }
        }
        do { try registry.verify() } catch { errors.add(error.localizedDescription) }
      }
    }
    #expect(issues.texts.count == 1)
    #expect(issues.texts.first??.contains("No stub matches GET https://a.com/1") == true)
    #expect(errors.all.first == "No stub matches GET https://a.com/1, as the test has been told.")
    #expect(errors.all.dropFirst().first?.contains("as the test has been told") == false)
    #expect(
      errors.all.last?.components(separatedBy: "as the test has been told").count == 2)
  }
}

/// What was said, in its order.
private final class Texts: @unchecked Sendable {
  // Unchecked: behind the lock.
  private let lock = NSLock()
  private var texts: [String] = []
  var all: [String] { lock.withLock { texts } }
  func add(_ text: String) { lock.withLock { texts.append(text) } }
}
