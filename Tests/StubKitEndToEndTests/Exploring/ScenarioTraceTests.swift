import Foundation
import StubKit
import StubKitExploring
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What an exploration leaves on standard error and on standard output.
struct ScenarioTraceTests {
  @Sendable private static func status() async throws -> Int {
    stub(condition: isPath("/users"), response: .status(204))
    let url = try #require(URL(string: "https://a.com/users"))
    let (_, response) = try await URLSession.shared.data(from: url)
    return try #require(response as? HTTPURLResponse).statusCode
  }

  private static func text(of result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }

  @Test func `an exploration that passes says nothing`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      try await withEveryFault(.status(500)) { _ in _ = try await Self.status() }
      try await withEveryOrder { _ in _ = try await Self.status() }
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    for text in [try Self.text(of: result), output] {
      #expect(!text.contains("StubKit") && !text.contains("withEvery"))
    }
  }

  @Test(.onlyOnLinux("elsewhere the system reports a crash itself"))
  func `a scenario that takes the process with it is named`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await withEveryFault(.status(500), .status(503), fileID: "T/T.swift", line: 3) { _ in
        let status = try await Self.status()
        if status == 503 { fatalError("The app did not expect this.") }
      }
    }
    let text = try Self.text(of: result)
    #expect(
      text.contains(
        "StubKit: withEveryFault at T.swift:3 was running the scenario GET /users #1 × 503\n"))
    #expect(!text.contains("GET /users #1 × 500"))
  }

  @Test func `after an exploration a crash is nobody's but its own`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await withEveryFault(.status(500)) { _ in _ = try await Self.status() }
      abort()
    }
    #expect(!(try Self.text(of: result)).contains("was running"))
  }
}
