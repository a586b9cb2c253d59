import Foundation
import StubKit
import Testing

/// Learns whether a test case fails, and then attaches its conversation.
final class FailureWatch: @unchecked Sendable {
  // Unchecked: what changes is behind the lock.

  private let test: Test
  private let attach: @Sendable (_ text: String, _ name: String) -> Void
  private let lock = NSLock()
  private var hasFailed = false
  private var hasSaidSo = false
  /// Weak: the registry keeps the reporter, whose surroundings lead here.
  private weak var registry: StubRegistry?

  /// - Parameter attach: Attaches a text under a name.
  init(
    for test: Test, attaching attach: @escaping @Sendable (_ text: String, _ name: String) -> Void
  ) {
    self.test = test
    self.attach = attach
  }

  /// Attaches to the test itself.
  convenience init(for test: Test) {
    self.init(for: test) { text, name in
      Attachment.record(text, named: name, sourceLocation: test.sourceLocation)
    }
  }

  /// Runs a test case, and then attaches its conversation if it has failed.
  ///
  /// - Parameter function: Runs it, and passes on its registry.
  func watch(
    _ testCase: Test.Case?,
    _ function: @Sendable (_ begin: @Sendable (StubRegistry) -> Void) async throws -> Void
  ) async throws {
    // Kept until the conversation is attached, after the last issue.
    let kept = KeptRegistry()
    do {
      try await noting(testCase) {
        try await function { registry in
          kept.registry = registry
          self.lock.withLock { self.registry = registry }
        }
      }
    } catch {
      lock.withLock { hasFailed = true }
      attachIfFailed(kept.registry)
      throw error
    }
    attachIfFailed(kept.registry)
  }

  private func attachIfFailed(_ registry: StubRegistry?) {
    guard lock.withLock({ hasFailed }), let conversation = registry?.conversation,
      !conversation.isEmpty
    else { return }
    let name = Self.fileName(for: test)
    for file in conversation.files(named: name, title: title) { attach(file.text, file.name) }
  }

  private var title: String { test.displayName ?? Self.plainName(of: test) }

  /// The last registry of a test case.
  private final class KeptRegistry: @unchecked Sendable {
    // Unchecked: set once, before the test case runs, and read after it.
    var registry: StubRegistry?
  }
}

/// Issues.
extension FailureWatch {
  #if compiler(>=6.3)
    private func noting(
      _ testCase: Test.Case?, _ function: @Sendable () async throws -> Void
    ) async throws {
      let handling = IssueHandlingTrait.compactMapIssues { self.note($0) }
      try await handling.provideScope(for: test, testCase: testCase, performing: function)
    }

    private func note(_ issue: Issue) -> Issue? {
      // An issue without a test is passed to every running test.
      guard let current = Test.current else {
        return StrayIssues.isFirst(issue) ? issue : nil
      }
      guard issue.isFailure, current.id == test.id else { return issue }
      let (isFirst, registry) = lock.withLock {
        defer { (hasFailed, hasSaidSo) = (true, true) }
        return (!hasSaidSo, self.registry)
      }
      guard isFirst, registry?.conversation.isEmpty == false else { return issue }
      var issue = issue
      issue.comments.append(Comment(rawValue: Self.remark(on: test)))
      return issue
    }
  #else
    // This toolchain does not say which issues fail a test.
    private func noting(
      _ testCase: Test.Case?, _ function: @Sendable () async throws -> Void
    ) async throws {
      try await function()
    }
  #endif
}

/// Describes the files.
extension FailureWatch {
  /// Returns the remark on where to find the conversation.
  static func remark(
    on test: Test, arguments: [String] = ProcessInfo.processInfo.arguments,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    let name = fileName(for: test)
    let text = "What was asked and answered is attached as '\(name).svg' and '….har'."
    let isKept =
      arguments.contains { $0.contains("attachments-path") }
      // Xcode keeps attachments by itself.
      || environment["XCTestConfigurationFilePath"] != nil
    guard !isKept else { return text }
    return text + " To keep it: mkdir -p attachments; swift test --attachments-path attachments"
  }

  /// Returns the name of a test's files, without characters that mean something in folders or shells.
  static func fileName(for test: Test) -> String {
    let name = plainName(of: test).map { character in
      character.isLetter || character.isNumber || "-_,+ ".contains(character) ? character : "-"
    }
    return String(name.prefix(80)) + ", conversation"
  }

  /// Returns the function's name without its parameters.
  private static func plainName(of test: Test) -> String {
    let name = test.name
    guard name.hasSuffix(")"), let start = name.lastIndex(of: "(") else { return name }
    return String(name[..<start]).replacingOccurrences(of: "`", with: "")
  }
}

#if compiler(>=6.3)
  /// Issues without a test, which the library passes to every running test that is watched, and prints each
  /// time.
  private enum StrayIssues {
    private static let lock = NSLock()
    private nonisolated(unsafe) static var seen: Set<String> = []

    /// Whether no other test has had the issue.
    ///
    /// The first one is always kept, so that none is lost.
    static func isFirst(_ issue: Issue) -> Bool {
      let place = issue.sourceLocation.map { "\($0)" } ?? ""
      return lock.withLock { seen.insert("\(issue) \(place)").inserted }
    }
  }
#endif
