import Foundation

/// Notices tests without a scope that register stubs in `.shared` without naming it.
///
/// Such a stub stays for later tests, and answers requests that have lost their scope.
package enum ForgottenScope {
  private struct State {
    /// Records an issue of the current test; false if there is no test.
    var teller: (@Sendable (StubIssue) -> Bool)?
    var isInTest: (@Sendable () -> Bool)?
    /// Whether a test without a scope has registered a stub or made a request.
    var hasSeenPlainTest = false
    var places: Set<StubLocation> = []
    var answered: Set<StubLocation> = []
  }

  private static let state = Locked(State())

  /// Sets how a test is told and found; to be called in a process that has tests with scopes.
  package static func watch(
    telling teller: @escaping @Sendable (StubIssue) -> Bool,
    isInTest: @escaping @Sendable () -> Bool
  ) {
    state.withLock { state in
      if state.teller == nil { (state.teller, state.isInTest) = (teller, isInTest) }
    }
  }

  /// Whether this process runs tests, as far as is visible without a testing library.
  static let isInTests: Bool = {
    let process = ProcessInfo.processInfo
    let program = (process.arguments.first ?? "") as NSString
    return program.pathExtension == "xctest"
      || ["xctest", "swiftpm-testing-helper"].contains(program.lastPathComponent)
      || process.environment["XCTestConfigurationFilePath"] != nil
  }()

  static var hasSeenPlainTest: Bool { state.withLock(\.hasSeenPlainTest) }

  /// Whether a test makes a request here, outside of scopes; if so, sets `hasSeenPlainTest`.
  static var isInPlainTest: Bool {
    guard ProcessUse.soFar.contains(.scopes), state.withLock(\.isInTest)?() ?? false else {
      return false
    }
    state.withLock { $0.hasSeenPlainTest = true }
    return true
  }

  /// Notes a stub registered in `.shared` without naming it; the test is told once per location.
  static func note(_ location: StubLocation) {
    guard isInTests else { return }
    let isNew = state.withLock { state in
      state.hasSeenPlainTest = true
      return state.places.insert(location).inserted
    }
    guard isNew else { return }
    tell(
      """
      The stub at \(location) is registered in `.shared`, where later tests see it, and only \
      `verify()` counts its requests: there is no scope around it
        → Use @Test(.stubbed), a StubbedTestCase or withStubs, or call StubRegistry.shared.stub(…) if \
      it is meant so.
      """, at: location)
  }

  static func isForgotten(_ stub: Stub) -> Bool {
    state.withLock { $0.places.contains(stub.location) }
  }

  /// Notes that a stub of `.shared` answers a request whose scope is unknown.
  ///
  /// The request may belong to the stub's own test, so the issue goes to the running test, not to a
  /// scope. The test is told once for each location of a stub.
  static func note(_ request: StubRequest, answeredBy stub: Stub) {
    let isNew = state.withLock { state in
      state.teller != nil && state.places.contains(stub.location)
        && state.answered.insert(stub.location).inserted
    }
    guard isNew else { return }
    tell(
      """
      \(request) was answered by the stub at \(stub.location), which was registered in `.shared` \
      by a plain stub(…)
        → If a test with a scope made the request, the request has lost that scope. \
      \(LostRequest.remedy)
      """, at: stub.location)
  }

  private static func tell(_ text: String, at location: StubLocation) {
    let issue = StubIssue(kind: .unscoped, text: text, location: location)
    if state.withLock(\.teller)?(issue) ?? false { return }
    issue.writeToStandardError()
  }
}

extension StubRegistry {
  package static func current(
    forStubAt fileID: String, _ filePath: String, _ line: Int, _ column: Int
  ) -> StubRegistry {
    let registry = current
    if registry === shared {
      ForgottenScope.note(
        StubLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    return registry
  }
}
