import Foundation
import StubKit
import Testing

@testable import StubKitTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is attached to a test that fails.
struct FailureWatchTests {
  /// What came of a test case that was watched.
  private final class Found: @unchecked Sendable {
    // Unchecked: everything is behind the lock.
    private let lock = NSLock()
    private var issues: [Issue] = []
    private var attached: [String] = []

    var comments: [[String]] { lock.withLock { issues.map { $0.comments.map(\.rawValue) } } }
    var names: [String] { lock.withLock { attached } }

    func add(_ issue: Issue) { lock.withLock { issues.append(issue) } }
    func attach(_ name: String) { lock.withLock { attached.append(name) } }
  }

  /// Watches a test case without letting its issues fail this test.
  private func watching(
    _ body: @escaping @Sendable (StubRegistry) async throws -> Void
  ) async throws -> Found {
    let test = try #require(Test.current)
    let found = Found()
    let keeping = IssueHandlingTrait.compactMapIssues { issue in
      guard Test.current != nil else { return issue }
      found.add(issue)
      return nil
    }
    let watch = FailureWatch(for: test) { text, name in
      #expect(text.contains("watched.test"))
      found.attach(name)
    }
    try await keeping.provideScope(for: test, testCase: Test.Case.current) {
      try? await watch.watch(Test.Case.current) { begin in
        let registry = StubRegistry()
        begin(registry)
        try await body(registry)
      }
    }
    return found
  }

  private static func ask(_ registry: StubRegistry) async throws {
    let url = try #require(URL(string: "https://watched.test/a"))
    registry.stub(condition: anyRequest(), response: .text("hello"))
    _ = try await registry.session.data(from: url)
  }

  @Test func `an expectation that fails attaches two files, and says so once`() async throws {
    let found = try await watching { registry in
      try await Self.ask(registry)
      Issue.record("one")
      Issue.record("two")
    }
    let name = "an expectation that fails attaches two files, and says so once, conversation"
    #expect(found.names == [name + ".svg", name + ".har"])
    let test = try #require(Test.current)
    #expect(found.comments == [["one", FailureWatch.remark(on: test)], ["two"]])
  }

  @Test func `an issue before any request leaves it to the next one to say so`() async throws {
    let found = try await watching { registry in
      Issue.record("one")
      try await Self.ask(registry)
      Issue.record("two")
      Issue.record("three")
    }
    let test = try #require(Test.current)
    #expect(found.comments == [["one"], ["two", FailureWatch.remark(on: test)], ["three"]])
  }

  @Test func `an error that leaves the test attaches them`() async throws {
    let found = try await watching { registry in
      try await Self.ask(registry)
      throw URLError(.badURL)
    }
    #expect(found.names.count == 2)
  }

  @Test func `what passes has nothing attached, whatever was known or warned of`() async throws {
    let found = try await watching { registry in
      try await Self.ask(registry)
      withKnownIssue { Issue.record("known") }
      Issue.record("warned", severity: .warning)
    }
    #expect(found.names == [])
    #expect(found.comments.allSatisfy { $0.count <= 1 })
  }

  @Test func `where nothing was asked nothing is attached`() async throws {
    let found = try await watching { _ in Issue.record("one") }
    #expect(found.names == [])
    #expect(found.comments == [["one"]])
  }

  @Test func `the message says how to keep the files, unless they are kept`() throws {
    let test = try #require(Test.current)
    let name = "the message says how to keep the files, unless they are kept, conversation"
    let attached = "What was asked and answered is attached as '\(name).svg' and '….har'."
    #expect(
      FailureWatch.remark(on: test, arguments: ["xctest"], environment: [:]) == attached
        + " To keep it: mkdir -p attachments; swift test --attachments-path attachments")
    #expect(
      FailureWatch.remark(
        on: test, arguments: ["xctest", "--attachments-path", "here"], environment: [:])
        == attached)
    #expect(
      FailureWatch.remark(
        on: test, arguments: ["xctest"], environment: ["XCTestConfigurationFilePath": "x"])
        == attached)
  }

  @Test func `名前が長いテストの会話もファイルに書かれる名前が長いテストの会話もファイルに書かれる名前が長いテストの会話もファイルに書かれる名前が長いテス`()
    throws
  {
    // A file system takes 255 bytes, of which each of these letters has three.
    let name = FailureWatch.fileName(for: try #require(Test.current))
    #expect(name == "名前が長いテストの会話もファイルに書かれる名前が長いテストの会話もファイルに書かれる名前が長いテスト, conversation")
  }

  @Test(arguments: [1]) func `a/name: with "odd" $(parts) is one of a file`(_: Int) throws {
    let test = try #require(Test.current)
    #expect(
      FailureWatch.fileName(for: test)
        == "a-name- with -odd- --parts- is one of a file, conversation")
  }
}
