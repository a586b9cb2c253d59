import Foundation
import StubKit
import StubKitTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension SharedRegistryTests {
  /// A session that was made in the scope of one test, and that others use, as a singleton's is.
  @Suite struct Singletons {
    init() {
      StubRegistry.shared.reset()
      StubRegistry.shared.unmatched = .fail(except: !isHost("*.single.test"))
    }

    private let remedy =
      "\n  → Use `registry.session`, or a session of configuration.stubbed(by: registry): then it is "
      + "certain which scope is meant."

    /// Two tests under way: the first has made the session, the second has used it as well if `both` do.
    private func stories(
      both: Bool,
      _ story: @escaping @Sendable (URLSession) async throws -> Void
    ) async throws -> (first: [String], second: [String]) {
      let (first, second) = (ToldIssues(), ToldIssues())
      try await first.ofScope(at: 1) { _ in
        stub(condition: isHost("a.single.test"), expected: .any, response: .text("first"))
        let session = URLSession(configuration: .default)
        try await second.ofScope(at: 2) { _ in
          stub(
            condition: isHost("a.single.test"), expected: .atMost(9), fileID: "T/U.swift", line: 12,
            response: .text("second"))
          if both {
            let own = try await session.data(from: url("https://a.single.test/own")).0
            #expect(String(decoding: own, as: UTF8.self) == "second")
          }
          try await story(session)
        }
      }
      return (first.texts, second.texts)
    }

    @Test func `the scope that answers is warned, once, and the one that misses it of each`()
      async throws
    {
      let told = try await stories(both: false) { session in
        for path in ["me", "you"] {
          let answer = try await askingOutside("https://a.single.test/\(path)", session).get()
          #expect(answer == "first")
        }
      }
      let text: (String) -> String = {
        "GET https://a.single.test/\($0) has no scope of its own: it was given to "
      }
      #expect(
        told.first == [
          text("me") + "this scope, in which its session's configuration was made, and may be "
            + "meant for the scope at Story.swift:2\(remedy)"
        ])
      #expect(
        told.second
          == ["me", "you"].map {
            text($0) + "the scope at Story.swift:1, in which its session's configuration was made, "
              + "and may be meant for the stub at U.swift:12, which was never used\(remedy)"
          })
    }

    /// A client as apps have it: made when it is first used, with a queue of its own.
    private final class Client: Sendable {
      static let shared = Client(session: URLSession(configuration: .default))
      private let session: URLSession
      private let queue = DispatchQueue(label: "client")

      init(session: URLSession) {
        self.session = session
      }

      func name() async -> String? {
        await withCheckedContinuation { continuation in
          queue.async { [session] in
            session.dataTask(with: url("https://b.single.test/name")) { data, _, _ in
              continuation.resume(returning: data.map { String(decoding: $0, as: UTF8.self) })
            }.resume()
          }
        }
      }
    }

    private actor Names {
      private(set) var all: [String?] = []
      func add(_ name: String?) { all.append(name) }
    }

    @Test func `a client that two tests share gives neither the value of the other unheard`()
      async throws
    {
      let told = [ToldIssues(), ToldIssues()]
      let (begun, asked) = (Assembly(for: 2), Assembly(for: 2))
      let names = Names()
      try await withThrowingTaskGroup { group in
        for (number, told) in told.enumerated() {
          group.addTask {
            try await told.ofScope(at: number) { _ in
              stub(condition: isHost("b.single.test"), response: .text("\(number)"))
              await begun.meet()
              await names.add(Client.shared.name())
              await asked.meet()
            }
          }
        }
        try await group.waitForAll()
      }
      // Whoever was first has made the session.
      let all = await names.all
      let owner = try #require(all.first ?? nil)
      #expect(all == [owner, owner])
      // The one that answers is told as well, if it has not ended yet.
      let (first, second) = owner == "0" ? (0, 1) : (1, 0)
      let text =
        "GET https://b.single.test/name has no scope of its own: it was given to the scope at "
        + "Story.swift:\(first)"
      #expect(told[second].texts.count { $0.hasPrefix(text) } == 1, "\(told[second].texts)")
    }

    @Test func `of requests that cannot be its own a scope hears nothing`() async throws {
      let (first, second) = (ToldIssues(), ToldIssues())
      try await first.ofScope(at: 1) { _ in
        // Its session is its own, also where nobody asks for this stub.
        stub(condition: isHost("a.single.test"), expected: .any, response: .text("older"))
        stub(condition: isHost("a.single.test"), response: .text("first"))
        let session = URLSession(configuration: .default)
        // Made before it began.
        _ = try await askingOutside("https://a.single.test/me", session).get()
        try await second.ofScope(at: 2) { _ in
          stub(condition: isHost("a.single.test"), expected: .atMost(9), response: .text("second"))
        }
        try await second.ofScope(at: 3) { _ in
          // Of another method.
          stub(
            condition: isPOST("https://a.single.test/me"), expected: .atMost(9),
            response: .text("third"))
          // Need not be asked.
          stub(condition: isPath("/me"), expected: .any, response: .text("any"))
          _ = try await askingOutside("https://a.single.test/me", session).get()
        }
      }
      #expect(first.texts + second.texts == [])
    }

    @Test func `once both have used it nobody guesses`() async throws {
      let disputed =
        "GET https://a.single.test/me has no scope of its own, and its session is used by several "
        + "scopes: StubKit cannot tell which is meant, so it failed the request.\(remedy)"
      let told = try await stories(both: true) { session in
        let answer = await askingOutside("https://a.single.test/me", session)
        let error = #expect(throws: URLError.self) { try answer.get() }
        #expect(error?.code == .resourceUnavailable)
        #expect(error?.localizedDescription == disputed)
      }
      #expect(told.first == [disputed])
      #expect(told.second == [disputed])
    }

    @Test func `a closure of a registry without a scope disputes no session`() async throws {
      let told = ToldIssues()
      try await told.ofScope(at: 1) { _ in
        stub(condition: isHost("a.single.test"), response: .text("first"))
        let session = URLSession(configuration: .default)
        let registry = StubRegistry()
        registry.stub(condition: isHost("plain.single.test"), response: .text("inner"))
        registry.stub(condition: isHost("b.single.test")) { _ in
          .data(try await session.data(from: url("https://plain.single.test/")).0)
        }
        let answer = try await registry.session.data(from: url("https://b.single.test/")).0
        #expect(String(decoding: answer, as: UTF8.self) == "inner")
        let outside = try await askingOutside("https://a.single.test/me", session).get()
        #expect(outside == "first")
      }
      #expect(told.texts.filter { $0.contains("Story.swift") } == [])
    }

    @Test func `a client with a queue of its own in the only test that uses it is not warned of`()
      async throws
    {
      let told = ToldIssues()
      try await told.ofScope(at: 1) { _ in
        stub(condition: isHost("a.single.test"), response: .text("first"))
        let session = URLSession(configuration: .default)
        let outside = try await askingOutside("https://a.single.test/me", session).get()
        #expect(outside == "first")
        try await withStubs { inner in
          stub(condition: isHost("a.single.test"), response: .text("inner"))
          let answer = try await session.data(from: url("https://a.single.test/me")).0
          #expect(String(decoding: answer, as: UTF8.self) == "inner")
          // A scope within is no other test's.
          let outside = try await askingOutside("https://a.single.test/me", session).get()
          #expect(outside == "first")
        }
      }
      #expect(told.texts.filter { $0.contains("Story.swift") } == [])
    }

    @Test func `of a scope that is over it falls to shared, which says so`() async throws {
      defer { StubRegistry.shared.reset() }
      let kept = KeptSession()
      try await ToldIssues().ofScope(at: 1) { _ in
        kept.session = URLSession(configuration: .default)
      }
      let session = try #require(kept.session)
      let told = ToldIssues()
      try await told.ofScope(at: 2) { _ in
        stub(
          condition: isHost("a.single.test"), fileID: "T/U.swift", line: 12,
          response: .text("second")
        )
        let own = try await session.data(from: url("https://a.single.test/me")).0
        #expect(String(decoding: own, as: UTF8.self) == "second")
        let answer = await askingOutside("https://a.single.test/me", session)
        let error = #expect(throws: URLError.self) { try answer.get() }
        let lines = error?.localizedDescription.split(separator: "\n") ?? []
        #expect(
          lines.dropFirst().first
            == "It was made outside of every scope, in a session whose own scope is over.")
      }
      #expect(told.places == ["U.swift:12"])
    }

    private final class KeptSession: @unchecked Sendable {
      // Unchecked: set before it is read.
      var session: URLSession?
    }
  }
}
