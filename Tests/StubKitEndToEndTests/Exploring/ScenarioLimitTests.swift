import Foundation
import StubKit
import StubKitExploring
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How far an exploration goes, and what is said where it stops.
struct ScenarioLimitTests {
  /// Asks again until it is answered, so often at most.
  @Sendable private static func load(retrying count: Int) async throws {
    stub(condition: isPath("/users"), expected: .any, response: .status(204))
    let url = try #require(URL(string: "https://a.com/users"))
    for _ in 0...count {
      if (try? await URLSession.shared.data(from: url)) != nil { return }
    }
  }

  @Test func `an operation may ask as often as it needs to`() async throws {
    let report = try await withEveryFault(.offline, striking: .always) { _ in
      try await Self.load(retrying: 300)
    }
    #expect(report.broken.isEmpty)
  }

  @Test func `one that asks more often is told how to let it`() async throws {
    @Sendable func explore(requests: Int) async throws -> ExplorationReport {
      try await withEveryFault(.offline, striking: .always, requests: requests) { _ in
        try await Self.load(retrying: 29)
      }
    }
    #expect(try await explore(requests: 30).broken.isEmpty)
    let error = await #expect(throws: ExplorationError.self) { _ = try await explore(requests: 29) }
    let failure = try #require(error?.report.broken.first?.failure)
    #expect(
      failure.hasPrefix("The operation does not end: it always has something more to do. "))
    #expect(
      failure.hasSuffix(
        """
        … and 20 more
          → It was given up after 29 requests. If it ends after more, allow them: `requests: 290`.
        """))
    let orders = await #expect(throws: (any Error).self) {
      try await withEveryOrder(requests: 3) { _ in
        stub(condition: isPath("/users"), response: .status(204))
        let url = try #require(URL(string: "https://a.com/users"))
        for _ in 0..<4 { _ = try await URLSession.shared.data(from: url) }
      }
    }
    #expect("\(try #require(orders))".contains("It was given up after 3 requests."))
  }

  @Test func `one that sleeps without an end is told of where it was given up`() async throws {
    let error = await #expect(throws: (any Error).self) {
      try await withEveryOrder(requests: 2) { registry in
        while !Task.isCancelled { try await registry.clock.sleep(for: .milliseconds(1)) }
      }
    }
    #expect(
      "\(try #require(error))".contains(
        "→ It was given up after 100 answers and ends of sleeps. If it ends after more, raise "
          + "`requests:`, which is 2; each allows 50 of them."))
  }

  @Test func `patience may be as long as can be written`() async throws {
    let report = try await withEveryFault(.offline, patience: .seconds(Int.max)) { _ in
      try await Self.load(retrying: 1)
    }
    #expect(report.broken.isEmpty)
  }

  @Test(arguments: [0, -1]) func `a limit that allows nothing is a mistake`(limit: Int) async throws
  {
    let faults = await #expect(throws: (any Error).self) {
      try await withEveryFault(limit: limit, fileID: "T/T.swift", line: 3) { _ in }
    }
    #expect(
      "\(try #require(faults))"
        == "withEveryFault at T.swift:3: `limit: \(limit)` allows no scenario. Write how many there may be, "
        + "such as `limit: 100`, or leave `limit:` out, which means 1000.")
    let orders = await #expect(throws: (any Error).self) {
      try await withEveryOrder(limit: limit, fileID: "T/T.swift", line: 3) { _ in }
    }
    #expect(
      "\(try #require(orders))".hasPrefix(
        "withEveryOrder at T.swift:3: `limit: \(limit)` allows no scenario. "))
    let requests = await #expect(throws: (any Error).self) {
      try await withEveryOrder(requests: limit, fileID: "T/T.swift", line: 3) { _ in }
    }
    #expect(
      "\(try #require(requests))".hasPrefix(
        "withEveryOrder at T.swift:3: `requests: \(limit)` allows no request. "))
  }
}
