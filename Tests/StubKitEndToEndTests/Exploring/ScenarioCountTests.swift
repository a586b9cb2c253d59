import Foundation
import StubKit
import StubKitExploring
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is expected of stubs holds in every scenario without a fault.
struct ScenarioCountTests {
  @Sendable private static func fetch(_ path: String) async throws -> String {
    let url = try #require(URL(string: "https://a.com\(path)"))
    return String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self)
  }

  /// Asks for two things at once, and for a third only if the second comes first.
  @Sendable private static func race() async throws {
    stub(condition: isPath("/1") || isPath("/2"), expected: 2, response: { .text($0.path) })
    let first = try await withThrowingTaskGroup(of: String.self) { group in
      for path in ["/1", "/2"] { group.addTask { try await Self.fetch(path) } }
      return try await group.reduce(into: "") { $0 += $1 }
    }
    if first == "/2/1" { _ = try await Self.fetch("/3") }
  }

  private static func broken(_ explore: () async throws -> ExplorationReport) async -> [String] {
    let error = await #expect(throws: ExplorationError.self) { _ = try await explore() }
    return error?.report.broken.map { "\($0.name): \($0.failure ?? "")" } ?? []
  }

  @Test func `a stub that is never to be asked breaks the order in which it is`() async {
    let broken = await Self.broken {
      try await withEveryOrder { _ in
        stub(
          condition: isPath("/3"), named: "third", expected: .never, line: 7, response: .status(204)
        )
        try await Self.race()
      }
    }
    #expect(
      broken == [
        #"GET /2 #1, GET /1 #1: "third" at ScenarioCountTests.swift:7 expected no request, and 1 came; the first was "#
          + "GET https://a.com/3"
      ])
  }

  @Test func `a stub that is to be asked breaks the order in which it is not`() async throws {
    let error = await #expect(throws: (any Error).self) {
      try await withEveryOrder(fileID: "T/T.swift", line: 3) { _ in
        stub(condition: isPath("/3"), named: "third", expected: 1, line: 7, response: .status(204))
        try await Self.race()
      }
    }
    // It is the first order already.
    #expect(
      "\(try #require(error))" == """
        withEveryOrder at T.swift:3 has explored nothing: the operation fails with every answer as it is, before any fault or other order is tried.
        "third" at ScenarioCountTests.swift:7 expected exactly 1 request, and none came: isPath("/3")
        """)
  }

  @Test func `what verify finds in a scenario is told in full`() async {
    let broken = await Self.broken {
      try await withEveryOrder { registry in
        stub(
          condition: isPath("/3"), named: "third", expected: .never, line: 7, response: .status(204)
        )
        try await Self.race()
        try registry.verify()
      }
    }
    #expect(
      broken == [
        """
        GET /2 #1, GET /1 #1: The operation threw: 1 problem:
            |\u{20}
            | "third" at ScenarioCountTests.swift:7 expected no request, and 1 came; the first was GET https://a.com/3
        """
      ])
  }

  @Test func `an order that is written holds in every scenario`() async {
    let broken = await Self.broken {
      try await withEveryOrder { registry in
        let third = stub(condition: isPath("/3"), expected: .any, response: .status(204))
        let last = stub(condition: isPath("/last"), response: .status(204))
        try await Self.race()
        _ = try await Self.fetch("/last")
        // Who comes first decides which of them is asked after the other.
        if third.callCount == 0 { _ = try await Self.fetch("/3") }
        try registry.verify(order: last, third)
      }
    }
    #expect(broken.count == 1)
    #expect(broken.first?.hasPrefix("GET /2 #1, GET /1 #1: The operation threw: ") == true)
    #expect(broken.first?.contains("was asked before") == true)
  }

  @Test func `a fault changes how often stubs are asked, and that is no matter`() async throws {
    let report = try await withEveryFault(.offline) { _ in
      stub(condition: isPath("/1"), response: .status(204))
      stub(condition: isPath("/2"), expected: 1, response: .status(204))
      stub(condition: isPath("/3"), expected: .never, response: .status(204))
      do {
        _ = try await Self.fetch("/1")
        _ = try? await Self.fetch("/2")
      } catch { _ = try? await Self.fetch("/3") }
    }
    #expect(report.broken.isEmpty)
  }

  @Test func `without a fault a count holds, whether there is a test to be told or not`()
    async throws
  {
    let error = await #expect(throws: (any Error).self) {
      try await withEveryFault(.offline, fileID: "T/T.swift", line: 3) { _ in
        stub(condition: isPath("/1"), named: "one", expected: 2, line: 7, response: .status(204))
        _ = try? await Self.fetch("/1")
      }
    }
    #expect(
      "\(try #require(error))" == """
        withEveryFault at T.swift:3 has explored nothing: the operation fails with every answer as it is, before any fault or other order is tried.
        "one" at ScenarioCountTests.swift:7 expected exactly 2 requests, and 1 came: isPath("/1")
        """)
  }
}
