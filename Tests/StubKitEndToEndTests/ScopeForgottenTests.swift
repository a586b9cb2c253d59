import Foundation
import StubKit
import StubKitTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension SharedRegistryTests {
  /// Tests that register stubs in `.shared`, since they have forgotten to have a scope.
  @Suite struct Forgotten {
    init() {
      StubRegistry.shared.reset()
      StubRegistry.shared.unmatched = .fail(except: !isHost("forgotten.test"))
    }

    /// What was recorded while an operation ran, each with its line; it does not get any further.
    private func warnings(
      _ operation: @escaping @Sendable () async throws -> Void
    ) async throws -> [String] {
      let warnings = Warnings()
      let keeping = IssueHandlingTrait.compactMapIssues { issue in
        guard issue.severity == .warning else { return issue }
        let place = issue.sourceLocation.map { "\($0.fileName):\($0.line)" } ?? "nowhere"
        warnings.add("\(place) \(issue.comments.first?.rawValue ?? "")")
        return nil
      }
      let test = try #require(Test.current)
      try await keeping.provideScope(
        for: test, testCase: Test.Case.current, performing: operation)
      return warnings.all.filter { $0.contains("F.swift") }
    }

    private final class Warnings: @unchecked Sendable {
      // Unchecked: everything is behind the lock.
      private let lock = NSLock()
      private var texts: [String] = []

      var all: [String] { lock.withLock { texts } }
      func add(_ text: String) { lock.withLock { texts.append(text) } }
    }

    @Test func `are told so at the line, once`() async throws {
      defer { StubRegistry.shared.reset() }
      let warnings = try await warnings {
        for _ in 1...3 {
          stub(condition: isHost("forgotten.test"), fileID: "T/F.swift", line: 1, response: .hang)
        }
      }
      #expect(
        warnings == [
          """
          F.swift:1 The stub at F.swift:1 is registered in `.shared`, where later tests see it, and \
          only `verify()` counts its requests: there is no scope around it
            → Use @Test(.stubbed), a StubbedTestCase or withStubs, or call StubRegistry.shared.stub(…) if \
          it is meant so.
          """
        ])
    }

    @Test func `are told nothing if they name it, or have a scope`() async throws {
      defer { StubRegistry.shared.reset() }
      let warnings = try await warnings {
        StubRegistry.shared.stub(
          condition: isHost("forgotten.test"), fileID: "T/F.swift", line: 2, response: .hang)
        withStubs { _ in
          _ = stub(
            condition: isHost("forgotten.test"), expected: .any, fileID: "T/F.swift", line: 3,
            response: .hang)
        }
      }
      #expect(warnings == [])
    }

    @Test func `answer a request that lost its scope, and no test with a scope is accused`()
      async throws
    {
      defer { StubRegistry.shared.reset() }
      let test = try #require(Test.current)
      let warnings = try await warnings {
        stub(condition: isHost("forgotten.test"), fileID: "T/F.swift", line: 4, response: .text(""))
        try await StubbedTrait.stubbed.provideScope(for: test, testCase: nil) {
          stub(condition: isHost("forgotten.test"), expected: .any, response: .text("mine"))
          try await Task.detached {
            for _ in 1...2 {
              _ = try await URLSession.shared.data(from: url("https://forgotten.test/forgotten-a"))
            }
          }.value
        }
      }
      #expect(
        warnings.last == """
          F.swift:4 GET https://forgotten.test/forgotten-a was answered by the stub at F.swift:4, which was \
          registered in `.shared` by a plain stub(…)
            → If a test with a scope made the request, the request has lost that scope. Use a session \
          made within the scope, or `registry.session`.
          """)
      // What is recorded outside of every test is put to each that is under way.
      #expect(Set(warnings).count == 2)
    }

    @Test func `stand in no error of another test instead of the line that would stub it`()
      async throws
    {
      defer { StubRegistry.shared.reset() }
      _ = try await warnings {
        stub(condition: isPath("/forgotten-c"), fileID: "T/F.swift", line: 6, response: .text(""))
        await withStubs { _ in
          let error = await #expect(throws: URLError.self) {
            try await URLSession.shared.data(from: url("https://forgotten.test/forgotten-c"))
          }
          #expect(error?.localizedDescription.contains("To stub it:") == true)
        }
      }
    }

    @Test
    func `answer a request of whom nobody knows, and the run is told once, unless it is their own`()
      async throws
    {
      defer { StubRegistry.shared.reset() }
      let warnings = try await warnings {
        stub(condition: isPath("/forgotten-b"), fileID: "T/F.swift", line: 5, response: .text(""))
        withStubs { _ in }
        _ = try await URLSession.shared.data(from: url("https://forgotten.test/forgotten-b?own"))
        for _ in 1...2 { await askingOutside("https://forgotten.test/forgotten-b") }
      }
      #expect(
        warnings.last == """
          F.swift:5 GET https://forgotten.test/forgotten-b was answered by the stub at F.swift:5, which was \
          registered in `.shared` by a plain stub(…)
            → If a test with a scope made the request, the request has lost that scope. Use a session \
          made within the scope, or `registry.session`.
          """)
    }
  }
}
