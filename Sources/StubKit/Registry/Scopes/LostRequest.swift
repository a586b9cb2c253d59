/// A request without a scope of its own, as told to a scope that it may belong to.
struct LostRequest: Sendable {
  enum Reason: Sendable, Equatable {
    /// No scope and no stub of `.shared` was found for it, and `.shared` failed it or let it out.
    case missed(isFailed: Bool)
    /// The scope got it only because of its session, and another scope has a stub for it.
    case given
    /// Another scope got it only because of its session, and this one has a stub for it.
    case taken
    /// It failed, since several scopes use its session.
    case disputed
  }

  let request: String
  let reason: Reason
  /// The scope's stubs for the request's address, by number.
  var stubs: [UInt64] = []
  var location: StubLocation?
  /// The scopes that the request may also belong to, or that got it.
  var others = ""
  var count = 1

  /// The advice that makes it certain which scope a request belongs to.
  static let remedy = "Use a session made within the scope, or `registry.session`."

  /// Returns the issue for the scope's test; nil if nothing suggests that the request is the scope's.
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
  package var issuesAboutLost: [StubIssue] { issues(about: state.withLock(\.lost)).issues }

  /// The issues of lost requests, and for each stub the number of requests that are certainly meant for it.
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

  /// Returns the stubs that satisfy `holds`, the oldest first, up to a limit.
  fileprivate func stubs(where holds: (Stub) -> Bool) -> [Stub] {
    guard isEnabled else { return [] }
    return Array(stubs.lazy.filter(holds).prefix(10))
  }
}

extension LostRequest {
  /// The addresses that were written to standard error; their number is limited.
  private static let announced = Locked<Set<String>>([])

  /// Tells standard error, and each open scope with a stub for its address, of a request without a scope.
  static func noteMissed(_ request: StubRequest, by registry: StubRegistry, isFailed: Bool) {
    guard ScopeDirectory.hasOpenScopes else { return }
    var isHeard = false
    for scope in ScopeDirectory.openScopes where scope !== registry {
      let stubs = scope.stubs { $0.isForAddress(of: request) == true }
      // Without such a stub, only an outermost scope is told, and only of a failed request.
      guard !stubs.isEmpty || (isFailed && ScopeDirectory.scope(around: scope) == nil) else {
        continue
      }
      isHeard = isHeard || !stubs.isEmpty
      let lost = LostRequest(
        request: scope.saying { "\(request)" }, reason: .missed(isFailed: isFailed),
        stubs: stubs.map(\.rank.number),
        location: stubs.last?.location)
      scope.state.withLock { $0.note(lost) }
    }
    if isFailed || isHeard, registry.isShared {
      announce(registry.saying { "\(request)" }, isFailed: isFailed)
    }
  }

  private static func announce(_ request: String, isFailed: Bool) {
    guard ForgottenScope.isInTests else { return }
    let isNew = announced.withLock { $0.count < 100 && $0.insert(request).inserted }
    guard isNew else { return }
    let end = isFailed ? "it was failed" : "it went to the network"
    StubIssue(
      kind: .unscoped,
      text:
        "No scope was found for \(request), and \(end)\n  → If a test with a scope has made it, in "
        + "a completion handler, on a queue, by a timer or in a detached task: \(remedy)",
      location: nil
    ).writeToStandardError()
  }

  /// Notes a failed request whose session several scopes use, and returns its error's text.
  static func noteDisputed(_ request: StubRequest, among scopes: [StubRegistry]) -> String {
    for scope in scopes {
      let others = scopes.filter { $0 !== scope }.titles(limit: NearMissReport.shown)
      let lost = LostRequest(
        request: scope.saying { "\(request)" }, reason: .disputed, others: others)
      scope.state.withLock { $0.note(lost) }
    }
    return disputeText(request, scopes.titles(limit: NearMissReport.shown))
  }
}

extension [StubRegistry] {
  /// The scopes of these registries by where they begin, up to a limit.
  func titles(limit: Int) -> String {
    var counts: [String: Int] = [:]
    for registry in self {
      let place = registry.state.withLock(\.reporting.place)
      counts[place.map { "at \($0)" } ?? "of another test", default: 0] += 1
    }
    // The cases of one test begin at the same place.
    let titles = counts.sorted { $0.key < $1.key }.map { place, count in
      count == 1 ? "the scope \(place)" : "\(count) scopes \(place)"
    }
    return (titles.prefix(limit) + (titles.count > limit ? ["others"] : [])).phrase
  }
}

extension Stub {
  /// Whether the condition's parts on the address hold, without running a closure; nil if there are none.
  func isForAddress(of request: StubRequest) -> Bool? {
    let parts = condition.expression.allConjuncts.filter(\.isAboutAddress)
    guard !parts.isEmpty else { return nil }
    return request.examine(at: .guarded) { probe in
      parts.allSatisfy { $0.verdict(on: probe) == .yes }
    }
  }

  func isForOtherMethods(than request: StubRequest) -> Bool {
    let parts = condition.expression.allConjuncts.filter(\.isAboutMethod)
    return request.examine(at: .guarded) { probe in
      parts.contains { $0.verdict(on: probe) == .no }
    }
  }
}

extension RequestMatcher.Expression {
  fileprivate var isAboutMethod: Bool {
    switch self {
    case .criterion(let criterion): criterion is MethodCriterion
    case .any(let parts): parts.allSatisfy(\.isAboutMethod)
    case .call, .all, .not: false
    }
  }

  fileprivate var isAboutAddress: Bool {
    switch self {
    // Host, path and URL weigh more than the rest: with a wrong one the request is for another stub.
    case .criterion(let criterion): criterion.weight > 1
    case .call(_, let part): part.isAboutAddress
    case .all(let parts): parts.contains(where: \.isAboutAddress)
    case .any(let parts): parts.allSatisfy(\.isAboutAddress)
    case .not: false
    }
  }
}
