/// A request that was made without a scope of its own, as a scope hears of it that it may belong to.
struct LostRequest: Sendable {
  /// Why the scope hears of it.
  enum Reason: Sendable, Equatable {
    /// Neither a scope was found for it nor a stub of `.shared`: that failed it, or let it out.
    case missed(isFailed: Bool)
    /// The scope was given it for its session only, and another has a stub for it.
    case given
    /// Another scope was given it for its session only, and this one has a stub for it.
    case taken
    /// It was failed, since several scopes use its session.
    case disputed
  }

  /// The request, as it is spoken of.
  let request: String
  let reason: Reason
  /// The numbers of the ranks of the scope's stubs for its address.
  var stubs: [UInt64] = []
  /// Where the first of these was registered.
  var location: StubLocation?
  /// The scopes that it may belong to as well, or that were given it.
  var others = ""
  /// How often it was made.
  var count = 1

  /// What makes it certain whose a request is.
  static let remedy = "Use a session made within the scope, or `registry.session`."
}

extension LostRequest {
  /// What the scope's test is told of the request; nil if nothing says that it may be the scope's.
  ///
  /// - Parameter isCertain: Whether no other test can have made it.
  func issue(isCertain: Bool) -> StubIssue? {
    switch reason {
    case .missed(let isFailed):
      guard isCertain || location != nil else { return nil }
      let stub = location.map { "the stub at \($0)" }
      let end = isFailed ? "it was failed" : "it went to the network"
      let source =
        "It was made by a completion handler, a queue, a timer or a detached task. \(Self.remedy)"
      if isCertain {
        let miss = stub.map { "it did not reach \($0)" } ?? "no stub was asked for it"
        return StubIssue(
          kind: .lost, text: "\(request) has lost its scope: \(miss), and \(end)\n  → \(source)",
          location: location
        ).repeated(count)
      }
      return warning(
        "A request that has lost its scope, \(request), may be this test's: \(stub ?? "") is for "
          + "its address. No scope was found for it, and \(end)\n  → \(source)")
    case .given:
      return warning(
        "\(request) has no scope of its own: it was given to this one, in which its session's "
          + "configuration was made, and may be meant for \(others)\n  → \(Self.remedyForSessions)")
    case .taken:
      let stub = location.map { "the stub at \($0)" } ?? ""
      return warning(
        "\(request) has no scope of its own: it was given to \(others), in which its session's "
          + "configuration was made, and may be meant for \(stub), which was never used"
          + "\n  → \(Self.remedyForSessions)")
    case .disputed:
      return warning(
        "\(request) has no scope of its own, and was failed: its session is used by this scope and "
          + "by \(others)\n  → \(Self.remedyForSessions)")
    }
  }

  private func warning(_ text: String) -> StubIssue {
    StubIssue(kind: .unscoped, text: text, location: location).repeated(count)
  }

  /// What a request ends in whose session is used by several scopes.
  static func disputeText(_ request: StubRequest, _ scopes: String) -> String {
    "\(request) has no scope of its own, and its session is used by \(scopes): nobody can say which "
      + "is meant.\n  → \(remedyForSessions)"
  }

  private static let remedyForSessions =
    "`registry.session`, or a session of configuration.stubbed(by: registry), makes it certain."
}

extension RegistryState {
  /// Notes a request that may belong to this registry's scope; each is told once.
  mutating func note(_ lost: LostRequest) {
    let known = self.lost.firstIndex { $0.request == lost.request && $0.reason == lost.reason }
    if let known {
      self.lost[known].count += 1
    } else if self.lost.count < 100 {
      self.lost.append(lost)
    }
  }
}

extension StubRegistry {
  /// What is to be told of requests that have lost their scope and may be this registry's.
  package var issuesAboutLost: [StubIssue] { issues(about: state.withLock(\.lost)).issues }

  /// What is to be told of requests that have lost their scope and may be this one's.
  ///
  /// - Parameter lost: Those of the scope.
  /// - Returns: The issues, and of how many requests to each stub they tell for certain.
  func issues(about lost: [LostRequest]) -> (issues: [StubIssue], explained: [UInt64: Int]) {
    guard !lost.isEmpty else { return ([], [:]) }
    let isCertain =
      ForgottenScope.isInTests && ScopeDirectory.hasHadOneScope && !ForgottenScope.hasSeenPlainTest
    var explained: [UInt64: Int] = [:]
    for request in lost where isCertain {
      for stub in request.stubs { explained[stub, default: 0] += request.count }
    }
    return (lost.compactMap { $0.issue(isCertain: isCertain) }, explained)
  }
}
