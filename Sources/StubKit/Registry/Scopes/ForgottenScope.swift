import Foundation

/// Notices tests that register stubs in `.shared` without naming it, since they have no scope.
///
/// Such a stub stays for the tests that follow, and answers requests that have lost their scope.
package enum ForgottenScope {
  private struct State {
    /// Records an issue for whoever runs tests; false if that is not the one.
    var teller: (@Sendable (StubIssue) -> Bool)?
    /// Whether the code that calls it is that of a test, whichever.
    var isInTest: (@Sendable () -> Bool)?
    /// Whether a test without a scope has registered a stub or made a request.
    var hasSeenPlainTest = false
    /// The lines that registered such stubs.
    var places: Set<StubLocation> = []
    /// Those of them whose stub has answered a request.
    var answered: Set<StubLocation> = []
  }

  private static let state = Locked(State())

  /// Notes that this process has tests with scopes, and who tells of those without.
  ///
  /// - Parameters:
  ///   - teller: Records an issue, of the current test if there is one; false if it cannot.
  ///   - isInTest: Whether it is called by the code of a test.
  package static func watch(
    telling teller: @escaping @Sendable (StubIssue) -> Bool,
    isInTest: @escaping @Sendable () -> Bool
  ) {
    state.withLock { state in
      if state.teller == nil { (state.teller, state.isInTest) = (teller, isInTest) }
    }
  }

  /// Whether this process runs tests, as far as can be seen without knowing a testing library.
  static let isInTests: Bool = {
    let process = ProcessInfo.processInfo
    let program = (process.arguments.first ?? "") as NSString
    return program.pathExtension == "xctest"
      || ["xctest", "swiftpm-testing-helper"].contains(program.lastPathComponent)
      || process.environment["XCTestConfigurationFilePath"] != nil
  }()

  /// Whether a test without a scope has been seen so far: what has lost its scope may be its.
  static var hasSeenPlainTest: Bool { state.withLock(\.hasSeenPlainTest) }

  /// Whether code for which there is no scope is that of a test, so that its request is that test's.
  static var isInPlainTest: Bool {
    guard ProcessUse.soFar.contains(.scopes), state.withLock(\.isInTest)?() ?? false else {
      return false
    }
    state.withLock { $0.hasSeenPlainTest = true }
    return true
  }

  /// Notes that a stub is registered in `.shared` without naming it; a test is told, once a line.
  static func note(_ location: StubLocation) {
    guard isInTests else { return }
    let isNew = state.withLock { state in
      state.hasSeenPlainTest = true
      return state.places.insert(location).inserted
    }
    guard isNew else { return }
    tell(
      StubIssue(
        kind: .unscoped,
        text: """
          The stub at \(location) is registered in `.shared`, where later tests see it: there is no \
          scope around it
            → Use @Test(.stubbed) or withStubs, or call StubRegistry.shared.stub(…) if it is meant so.
          """,
        location: location))
  }

  /// Whether a stub is one that a test has registered in `.shared` without naming it.
  static func isForgotten(_ stub: Stub) -> Bool {
    state.withLock { $0.places.contains(stub.location) }
  }

  /// Notes that a stub of `.shared` answers a request that nobody knows the scope of.
  ///
  /// Whose request it is nobody can say: the test that registered the stub may have made it. So each
  /// such stub is told of once, to whoever runs the tests, and no scope is.
  static func note(_ request: StubRequest, answeredBy stub: Stub) {
    let isNew = state.withLock { state in
      state.teller != nil && state.places.contains(stub.location)
        && state.answered.insert(stub.location).inserted
    }
    guard isNew else { return }
    tell(
      StubIssue(
        kind: .unscoped,
        text: """
          \(request) was answered by the stub at \(stub.location), which is registered in `.shared` \
          without naming it
            → If it is the request of a test with a scope, it has lost it. \(LostRequest.remedy)
          """,
        location: stub.location))
  }

  private static func tell(_ issue: StubIssue) {
    if state.withLock(\.teller)?(issue) ?? false { return }
    issue.writeToStandardError()
  }
}

extension StubRegistry {
  /// The current registry, for a stub whose registry is not named.
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
