import Foundation
import StubKit
import Testing

final class FailureWatch: Sendable {
  private struct State {
    var hasFailed = false
    var hasSaidSo = false
    /// Released at the end of the test case, since the registry's reporter refers to this object.
    var registry: StubRegistry?
  }

  /// Issues without a test, which Swift Testing passes to every watched test, and prints each time.
  private static let strays = Locked<Set<String>>([])

  private let test: Test
  private let attach: @Sendable (_ text: String, _ name: String) -> Void
  private let state = Locked(State())

  init(
    for test: Test, attaching attach: (@Sendable (_ text: String, _ name: String) -> Void)? = nil
  ) {
    self.test = test
    self.attach =
      attach ?? { Attachment.record($0, named: $1, sourceLocation: test.sourceLocation) }
  }

  func watch(
    _ testCase: Test.Case?,
    _ function: @Sendable (_ begin: @Sendable (StubRegistry) -> Void) async throws -> Void
  ) async throws {
    defer { attachIfFailed() }
    do {
      let handling = IssueHandlingTrait.compactMapIssues { self.note($0) }
      try await handling.provideScope(for: test, testCase: testCase) {
        try await function { registry in self.state.withLock { $0.registry = registry } }
      }
    } catch {
      state.withLock { $0.hasFailed = true }
      throw error
    }
  }

  private func attachIfFailed() {
    let (hasFailed, registry) = state.withLock { ($0.hasFailed, $0.registry.take()) }
    guard hasFailed, let conversation = registry?.conversation, !conversation.isEmpty else {
      return
    }
    let title = test.displayName ?? Self.plainName(of: test)
    for file in conversation.files(named: Self.fileName(for: test), title: title) {
      attach(file.text, file.name)
    }
  }

  private func note(_ issue: Issue) -> Issue? {
    guard let current = Test.current else {
      let place = issue.sourceLocation.map { "\($0)" } ?? ""
      let isFirst = Self.strays.withLock { $0.insert("\(issue) \(place)").inserted }
      return isFirst ? issue : nil
    }
    guard issue.failsTest, current.id == test.id else { return issue }
    let registry = state.withLock { state in
      state.hasFailed = true
      return state.hasSaidSo ? nil : state.registry
    }
    guard registry?.conversation.isEmpty == false,
      !state.withLock({ exchange(&$0.hasSaidSo, for: true) })
    else { return issue }
    var issue = issue
    issue.comments.append(Comment(rawValue: Self.remark(on: test)))
    return issue
  }

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

  /// A name for attached files, without characters that have a meaning in paths or in quotes.
  static func fileName(for test: Test) -> String {
    var name = String(
      plainName(of: test).map { character in
        character.isLetter || character.isNumber || "-_,+ ".contains(character) ? character : "-"
      })
    // A file name may have 255 bytes, and more is added to this one.
    while name.utf8.count > 150 { name.removeLast() }
    return name + ", conversation"
  }

  private static func plainName(of test: Test) -> String {
    let name = test.name
    guard name.hasSuffix(")"), let start = name.lastIndex(of: "(") else { return name }
    return String(name[..<start]).replacingOccurrences(of: "`", with: "")
  }
}
