/// A request without a scope of its own, as told to a scope that it may belong to.
struct LostRequest: Sendable {
  /// Why the scope is told.
  enum Reason: Sendable, Equatable {
    /// No scope and no stub of `.shared` was found for it, and `.shared` failed it or let it out.
    case missed(isFailed: Bool)
    /// The scope got it only because of its session, and another has a stub for it.
    case given
    /// Another scope got it only because of its session, and this one has a stub for it.
    case taken
    /// It failed, since several scopes use its session.
    case disputed
  }

  /// The request in words.
  let request: String
  let reason: Reason
  /// The scope's stubs for its address, by number.
  var stubs: [UInt64] = []
  /// Where the first of these stubs was registered.
  var location: StubLocation?
  /// The scopes that it may also belong to, or that got it.
  var others = ""
  var count = 1

  /// The sentence on how to make the owner of a request certain.
  static let remedy = "Use a session made within the scope, or `registry.session`."
}

extension LostRequest {
  /// Returns the issue for the scope's test; nil if nothing suggests that the request is the scope's.
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

  /// Returns the text of the error of a request whose session several scopes use.
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
  /// The issues of lost requests that may be this registry's.
  package var issuesAboutLost: [StubIssue] { issues(about: state.withLock(\.lost)).issues }

  /// Makes the issues of lost requests that may be this registry's.
  ///
  /// - Parameter lost: The scope's lost requests. - Returns: The issues, and for each stub the number of
  /// requests that are certainly meant for it.
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
