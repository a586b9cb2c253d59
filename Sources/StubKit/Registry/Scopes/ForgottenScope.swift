import Foundation

/// Notices tests that register stubs in `.shared` without naming it, since they have no scope.
///
/// Such a stub stays for the tests that follow, and answers requests that have lost their scope.
package enum ForgottenScope {
  private struct State {
    /// Records an issue for whoever runs tests; false if that is not the one.
    var teller: (@Sendable (StubIssue) -> Bool)?
    /// The lines that registered such stubs.
    var places: Set<StubLocation> = []
    /// Those of them whose stub has answered a request.
    var answered: Set<StubLocation> = []
  }

  private static let state = Locked(State())

  /// Notes that this process has tests with scopes, and who tells of those without.
  ///
  /// - Parameter teller: Records an issue, of the current test if there is one; false if it cannot.
  package static func watch(telling teller: @escaping @Sendable (StubIssue) -> Bool) {
    state.withLock { if $0.teller == nil { $0.teller = teller } }
  }

  /// Whether this process runs tests, as far as can be seen without knowing a testing library.
  private static let isInTests: Bool = {
    let process = ProcessInfo.processInfo
    let program = (process.arguments.first ?? "") as NSString
    return program.pathExtension == "xctest"
      || ["xctest", "swiftpm-testing-helper"].contains(program.lastPathComponent)
      || process.environment["XCTestConfigurationFilePath"] != nil
  }()

  /// Notes that a stub is registered in `.shared` without naming it; a test is told, once a line.
  static func note(_ location: StubLocation) {
    guard isInTests, state.withLock({ $0.places.insert(location).inserted }) else { return }
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

  /// Notes that a stub of `.shared` has answered a request, which may have lost its scope.
  ///
  /// The scopes that have a stub for it are told, each for itself. Where there is none nobody can say
  /// whose request it is: each such stub is told of once, to whoever runs the tests.
  static func note(_ exchange: StubExchange) {
    guard let stub = exchange.stub,
      state.withLock({ $0.teller != nil && $0.places.contains(stub.location) })
    else { return }
    let answer =
      "\(exchange.request) was answered by the stub at \(stub.location), which is registered in "
      + "`.shared` without naming it"
    let remedy = "Use a session made within the scope, or `registry.session`."
    let others = StubsInOtherRegistries(request: exchange.request, registry: .shared)
    let toldScopes = others.noteInOpenScopes().filter {
      $0.report(
        StubIssue(
          kind: .unscoped,
          text:
            "\(answer)\n  → It was made outside of this scope, which has a stub for it. \(remedy)",
          location: nil)) != .nobody
    }
    guard toldScopes.isEmpty,
      state.withLock({ $0.answered.insert(stub.location).inserted })
    else { return }
    tell(
      StubIssue(
        kind: .unscoped,
        text:
          "\(answer)\n  → If it is the request of a test with a scope, it has lost it. \(remedy)",
        location: stub.location))
  }

  private static func tell(_ issue: StubIssue) {
    if state.withLock(\.teller)?(issue) ?? false { return }
    issue.writeToStandardError()
  }
}

extension StubRegistry {
  /// The current registry, for a stub whose registry is not named.
  static func current(
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
