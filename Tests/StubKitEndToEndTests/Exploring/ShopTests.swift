import Foundation
import StubKit
import StubKitExploring
import Testing

/// A small app is explored: its bugs are found and named, and the mended app passes.
struct ShopTests {
  @Sendable private static func checkout(_ bugs: Shop.Bugs, _ registry: StubRegistry) async throws {
    Shop.serve()
    let shop = Shop(bugs: bugs, clock: registry.clock)
    await shop.load()
    await shop.upload()
    try Shop.Broken.check(await !shop.isLoading, "the spinner stops")
    let isTold = await shop.message != nil
    try Shop.Broken.check(
      await shop.items == ["lamp", "chair", "table"] || isTold, "all items are shown, or a message")
    try Shop.Broken.check(await shop.isUploaded || isTold, "the photo is there, or a message")
  }

  @Sendable private static func search(_ bugs: Shop.Bugs, _ registry: StubRegistry) async throws {
    stub(condition: isPath("/search")) { .text($0.queryItems.first?.value ?? "") }
    let shop = Shop(bugs: bugs, clock: registry.clock)
    await shop.type("l")
    try await registry.clock.sleep(for: .milliseconds(300))
    await shop.type("la")
    await shop.searchIsOver()
    try Shop.Broken.check(await shop.result == "la", "the result is that of what was typed last")
  }

  /// What breaks, by name, with the first line of the reason.
  private static func broken(_ explore: () async throws -> ExplorationReport) async throws
    -> [String]
  {
    let report: ExplorationReport
    do { report = try await explore() } catch let error as ExplorationError {
      report = error.report
    }
    return report.broken.map { "\($0.name): \($0.failure?.prefix { $0 != "\n" } ?? "")" }
  }

  @Test func `a spinner that does not stop is found where the list cannot be read`() async throws {
    let broken = try await Self.broken {
      try await withEveryFault(.all) { try await Self.checkout(.spinner, $0) }
    }
    let faults = ["empty body", "truncated body", "damaged body", "wrong type", "captive portal"]
    #expect(
      broken
        == ["POST /login #1", "GET /items?page=1 #1", "GET /items?page=2 #1"].flatMap { request in
          faults.map {
            "\(request) × \($0): The operation threw: This does not hold: the spinner stops."
          }
        })
  }

  @Test func `an upload without an end is found where the network stays away`() async throws {
    let broken = try await Self.broken {
      try await withEveryFault(
        .offline, .status(503), among: isPath("/photo"), striking: .always
      ) { try await Self.checkout(.endlessUpload, $0) }
    }
    let reason = "The operation does not end: it always has something more to do. It has asked:"
    #expect(
      broken == [
        "PUT /photo #1 × offline, always: \(reason)", "PUT /photo #1 × 503, always: \(reason)",
      ])
  }

  @Test func `a stale result is found where the answers overtake each other`() async throws {
    let broken = try await Self.broken {
      try await withEveryOrder { try await Self.search(.staleResult, $0) }
    }
    #expect(
      broken == [
        "wait until 0.3 seconds, wait until 0.5 seconds, GET /search?q=la #1, GET /search?q=l #1: "
          + "The operation threw: This does not hold: the result is that of what was typed last."
      ])
  }

  @Test func `the mended shop passes`() async throws {
    let faults = try await withEveryFault(.all, striking: .always) {
      try await Self.checkout([], $0)
    }
    #expect(faults.scenarios.count == 59)
    let orders = try await withEveryOrder { try await Self.search([], $0) }
    #expect(
      orders.description == """
        4 scenarios: all passed
          ✓ GET /search?q=l #1
          ✓ wait until 0.3 seconds, GET /search?q=l #1
          ✓ wait until 0.3 seconds, wait until 0.5 seconds, GET /search?q=l #1, GET /search?q=la #1
          ✓ wait until 0.3 seconds, wait until 0.5 seconds, GET /search?q=la #1, GET /search?q=l #1
        """)
  }

  @Test func `ten explorations give ten equal tables`() async throws {
    var tables: Set<String> = []
    for _ in 0..<10 {
      let faults = try await Self.broken {
        try await withEveryFault(.all, limit: 20, seed: 7) { try await Self.checkout(.spinner, $0) }
      }
      let orders = try await withEveryOrder { try await Self.search([], $0) }
      tables.insert(faults.joined(separator: "\n") + orders.description)
    }
    #expect(tables.count == 1)
  }
}
