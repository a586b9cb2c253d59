import Foundation
import StubKit
import StubKitTesting
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension SharedRegistryTests {
  /// Requests that have lost their scope, while several tests are under way.
  @Suite struct Lost {
    init() {
      haveOtherScope()
      StubRegistry.shared.reset()
      StubRegistry.shared.unmatched = .fail(except: !isHost("*.lost.test"))
    }

    private let source =
      "\n  → It was made by a completion handler, a queue, a timer or a detached task. "
      + "Use a session made within the scope, or `registry.session`."

    @Test func `each scope with a stub for the address is warned, and no other`() async throws {
      defer { StubRegistry.shared.reset() }
      let (near, other, any) = (ToldIssues(), ToldIssues(), ToldIssues())
      try await near.ofScope(at: 1) { _ in
        stub(
          condition: isHost("a.lost.test") && isPath("/track") && isMethodPOST(), expected: .never,
          fileID: "T/U.swift", line: 12, response: .status(204))
        try await other.ofScope(at: 2) { _ in
          stub(condition: isHost("b.lost.test"), expected: .any, response: .status(204))
          try await any.ofScope(at: 3) { _ in
            stub(condition: isMethodGET(), expected: .any, response: .status(204))
            for _ in 1...2 { await askingOutside("https://a.lost.test/track") }
          }
        }
      }
      #expect(
        near.texts == [
          "A request that has lost its scope, GET https://a.lost.test/track, may be this test's: the "
            + "stub at U.swift:12 is for its address. No scope was found for it, and it was failed "
            + "(2 times)\(source)"
        ])
      #expect(near.places == ["U.swift:12"])
      #expect(near.all.map(\.kind.isWarning) == [true])
      #expect(other.texts == [])
      #expect(any.texts == [])
    }

    @Test func `a scope that is switched off is told nothing`() async throws {
      defer { StubRegistry.shared.reset() }
      let told = ToldIssues()
      try await told.ofScope(at: 1) { registry in
        stub(condition: isHost("off.lost.test"), expected: .any, response: .status(204))
        registry.isEnabled = false
        await askingOutside("https://off.lost.test/track")
      }
      #expect(told.texts == [])
    }

    @Test func `one that went to the network, as was allowed, is told as well`() async throws {
      defer { StubRegistry.shared.reset() }
      StubRegistry.shared.unmatched = .passThrough
      let server = try LoopbackServer { _ in .text("real") }
      let told = ToldIssues()
      let address = server.url("/lost-and-passed")
      try await told.ofScope(at: 1) { _ in
        stub(
          condition: isPath("/lost-and-passed"), expected: .any, fileID: "T/U.swift", line: 12,
          response: .text("stubbed"))
        let outside = try await askingOutside(address).get()
        #expect(outside == "real")
      }
      #expect(
        told.texts == [
          "A request that has lost its scope, GET \(address), may be this test's: the stub at "
            + "U.swift:12 is for its address. No scope was found for it, and it went to the network"
            + source
        ])
    }

    @Test func `ten right tests beside a plain one hear nothing of it`() async throws {
      defer { StubRegistry.shared.reset() }
      let told = ToldIssues()
      let (begun, asked) = (Assembly(for: 11), Assembly(for: 11))
      let report = try await withThrowingTaskGroup(of: String?.self) { group in
        for number in 1...10 {
          group.addTask {
            try await told.ofScope(at: number) { _ in
              stub(condition: isPath("/me"), response: .text("\(number)"))
              let own = try await URLSession.shared.data(from: url("https://a.lost.test/me")).0
              #expect(String(decoding: own, as: UTF8.self) == "\(number)")
              // All scopes are open while the plain test asks.
              await begun.meet()
              await asked.meet()
            }
            return nil
          }
        }
        group.addTask {
          await begun.meet()
          StubRegistry.shared.stub(condition: isPath("/me"), times: 2, response: .text("plain"))
          let own = try await URLSession.shared.data(from: url("https://a.lost.test/me")).0
          #expect(String(decoding: own, as: UTF8.self) == "plain")
          let outside = try await askingOutside("https://a.lost.test/me").get()
          #expect(outside == "plain")
          // What it has no stub for is its own, too.
          let error = await #expect(throws: URLError.self) {
            try await URLSession.shared.data(from: url("https://a.lost.test/me"))
          }
          await asked.meet()
          return error?.localizedDescription
        }
        return try await group.reduce("") { $0 + ($1 ?? "") }
      }
      #expect(told.texts == [])
      #expect(report.contains("To stub it:"))
      #expect(!report.contains("scope"))
    }

    @Test func `what a bound session asks is not lost`() async throws {
      defer { StubRegistry.shared.reset() }
      let (told, registry) = (ToldIssues(), StubRegistry())
      try await told.ofScope(at: 1) { _ in
        stub(condition: isHost("a.lost.test"), expected: .any, response: .status(204))
        let answer = await askingOutside("https://a.lost.test/me", registry.session)
        #expect(throws: URLError.self) { try answer.get() }
      }
      #expect(told.texts == [])
    }
  }

  @Test func `nor is it where a test without a scope has used the shared registry`() async {
    await #expect(processExitsWith: .success) {
      let told = ToldIssues()
      StubRegistry.shared.failUnmatchedUnlessSet()
      StubRegistry.shared.stub(condition: isHost("plain.test"), response: .status(204))
      try await told.ofScope(at: 1) { _ in
        await askingOutside("https://lost.test/a")
      }
      #expect(told.texts == [])
    }
  }
}

/// Requests that have lost their scope in a process that has one scope only: they can be no other's.
struct LostRequestTests {
  private static let source =
    "\n  → It was made by a completion handler, a queue, a timer or a detached task. "
    + "Use a session made within the scope, or `registry.session`."

  @Test func `a stub that expects none fails the test, also from a completion handler`() async {
    await #expect(processExitsWith: .success) {
      let told = ToldIssues()
      StubRegistry.shared.failUnmatchedUnlessSet()
      try await told.ofScope(at: 1) { registry in
        stub(condition: isPath("/users"), response: .json([]))
        stub(
          condition: isPath("/track"), expected: .never, fileID: "T/U.swift", line: 12,
          response: .status(204))
        await withCheckedContinuation { continuation in
          URLSession.shared.dataTask(with: url("https://lost.test/users")) { _, _, _ in
            URLSession.shared.dataTask(with: url("https://lost.test/track")) { _, _, _ in
              continuation.resume()
            }.resume()
          }.resume()
        }
        #expect(throws: StubVerificationError.self) { try registry.verify() }
      }
      #expect(
        told.texts == [
          "GET https://lost.test/track has lost its scope: it did not reach the stub at U.swift:12, and "
            + "it was failed\(LostRequestTests.source)"
        ])
      #expect(told.places == ["U.swift:12"])
      #expect(told.all.map(\.kind.isWarning) == [false])
    }
  }

  @Test func `so does one from a detached task, a queue, and a timer`() async {
    await #expect(processExitsWith: .success) {
      let told = ToldIssues()
      StubRegistry.shared.failUnmatchedUnlessSet()
      let ways: [(String, @Sendable (@escaping @Sendable () -> Void) -> Void)] = [
        ("/detached", { ask in Task.detached { ask() } }),
        ("/queue", { ask in DispatchQueue(label: "lost").async(execute: ask) }),
        ("/timer", { ask in Timed.run(ask) }),
      ]
      try await told.ofScope(at: 1) { registry in
        for (line, way) in ways.enumerated() {
          stub(
            condition: isPath(way.0), expected: .never, fileID: "T/U.swift", line: line,
            response: .status(204))
          await withCheckedContinuation { continuation in
            way.1 {
              URLSession.shared.dataTask(with: url("https://lost.test\(way.0)")) { _, _, _ in
                continuation.resume()
              }.resume()
            }
          }
        }
        #expect(throws: StubVerificationError.self) { try registry.verify() }
      }
      #expect(told.places == ["U.swift:0", "U.swift:1", "U.swift:2"])
      #expect(told.all.map(\.kind.isWarning) == [false, false, false])
      for (text, way) in zip(told.texts, ways) {
        #expect(
          text.hasPrefix("GET https://lost.test\(way.0) has lost its scope: it did not reach"))
      }
    }
  }

  /// A timer on a thread of its own.
  private enum Timed {
    static func run(_ action: @escaping @Sendable () -> Void) {
      Thread {
        let timer = Timer(timeInterval: 0.001, repeats: false) { _ in action() }
        RunLoop.current.add(timer, forMode: .default)
        _ = RunLoop.current.run(mode: .default, before: .distantFuture)
      }.start()
    }
  }

  @Test func `one without any stub fails the test, and a stub that missed it is not told besides`()
    async
  {
    await #expect(processExitsWith: .success) {
      let told = ToldIssues()
      StubRegistry.shared.failUnmatchedUnlessSet()
      try await told.ofScope(at: 1) { _ in
        stub(condition: isPath("/b"), fileID: "T/U.swift", line: 12, response: .status(204))
        await askingOutside("https://lost.test/a")
        await askingOutside("https://lost.test/b")
      }
      #expect(
        told.texts == [
          "GET https://lost.test/a has lost its scope: no stub was asked for it, and it was failed"
            + LostRequestTests.source,
          "GET https://lost.test/b has lost its scope: it did not reach the stub at U.swift:12, and it "
            + "was failed\(LostRequestTests.source)",
        ])
    }
  }

  @Test func `a scope around the one with the stub for the address is told nothing`() async {
    await #expect(processExitsWith: .success) {
      let (told, within) = (ToldIssues(), ToldIssues())
      StubRegistry.shared.failUnmatchedUnlessSet()
      try await told.ofScope(at: 1) { _ in
        await withStubs { registry in
          registry.reportIssues(to: within.reporter)
          stub(condition: isPath("/a"), expected: .any, response: .status(204))
          await askingOutside("https://lost.test/a")
          await Task.yield()
        }
      }
      #expect(told.texts == [])
      #expect(within.texts.count == 1)
    }
  }

  @Test func `standard error is told, too, once of each address`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      StubRegistry.shared.failUnmatchedUnlessSet()
      try await ToldIssues().ofScope(at: 1) { _ in
        stub(condition: isPath("/a"), expected: .any, response: .status(204))
        for _ in 1...2 { await askingOutside("https://lost.test/a") }
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.contains("No scope was found for ") }
    #expect(lines.count == 1, "\(text)")
    #expect(
      lines.first?.hasSuffix("No scope was found for GET https://lost.test/a, and it was failed")
        == true, "\(text)")
  }

  @Test func `standard error is told of a request that comes after all scopes`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      StubRegistry.shared.failUnmatchedUnlessSet()
      withStubs { _ in }
      let session = StubRegistry().session
      for _ in 1...2 {
        await askingOutside("https://late.test/a")
        _ = try? await session.data(from: url("https://late.test/b?token=tok99"))
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.contains("late.test") }
    #expect(
      lines == [
        "StubKit: No scope was found for GET https://late.test/a, and it was failed",
        "StubKit: GET https://late.test/b?token=REDACTED was made too late. The StubRegistry that "
          + "this session is bound to no longer exists. A session does not keep its registry: keep "
          + "it for as long as the session is used, or make the session anew.",
      ], "\(text)")
  }

  @Test func `standard error is told of no request where there are no scopes`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      StubRegistry.shared.failUnmatchedUnlessSet()
      await askingOutside("https://late.test/a")
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(!text.contains("late.test"))
  }

  @Test func `beside a test without a scope nothing is certain`() async {
    await #expect(processExitsWith: .success) {
      let told = ToldIssues()
      StubRegistry.shared.failUnmatchedUnlessSet()
      stub(condition: isHost("plain.test"), response: .status(204))
      try await told.ofScope(at: 1) { _ in
        await askingOutside("https://lost.test/a")
      }
      #expect(told.texts == [])
    }
  }
}
