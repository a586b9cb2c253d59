/// A request without a scope of its own, as told to a scope that it may belong to.
struct LostRequest: Sendable {
  let request: String
  /// Told if the request can only belong to the scope; nil if the warning is told even then.
  var error: String?
  /// Told unless `error` is; nil if nothing suggests that the request is the scope's.
  let warning: String?
  /// The scope's stubs for the request's address, by number.
  var stubs: [UInt64] = []
  var location: StubLocation?
  /// Whether the scope got the request, and only because of the request's session.
  var isGiven = false
  var count = 1

  static let remedy = "Use a session made within the scope, or `registry.session`."

  static let remedyForSessions =
    "Use `registry.session`, or a session of configuration.stubbed(by: registry): then it is certain "
    + "which scope is meant."

  func issue(isCertain: Bool) -> StubIssue? {
    let (kind, text): (StubIssue.Kind, String?) =
      isCertain && error != nil ? (.lost, error) : (.remark, warning)
    return text.map { StubIssue(kind: kind, text: $0, location: location).repeated(count) }
  }
}

extension RegistryState {
  /// Requests with equal texts are told once, with their count.
  mutating func note(_ lost: LostRequest) {
    let known = self.lost.firstIndex { ($0.error, $0.warning) == (lost.error, lost.warning) }
    if let known {
      self.lost[known].count += 1
    } else if self.lost.count < 100 {
      self.lost.append(lost)
    }
  }
}

extension StubRegistry {
  /// `explained` counts the requests that are certainly meant for a stub, by its number.
  package var lost: (issues: [StubIssue], explained: [UInt64: Int]) {
    let lost = state.withLock(\.lost)
    guard !lost.isEmpty else { return ([], [:]) }
    // A plain test before the first scope is not seen, but its stubs in `.shared` are.
    let isCertain =
      ForgottenScope.isInTests && ScopeDirectory.hasHadOneScope && !ForgottenScope.hasSeenPlainTest
      && Self.shared.state.withLock { $0.registrations == 0 }
    var explained: [UInt64: Int] = [:]
    for request in lost where isCertain {
      for stub in request.stubs { explained[stub, default: 0] += request.count }
    }
    return (lost.compactMap { $0.issue(isCertain: isCertain) }, explained)
  }
}

extension LostRequest {
  private static let announced = Locked<Set<String>>([])

  /// Tells each open scope that has a stub for the request's address, and standard error.
  static func noteMissed(_ request: StubRequest, by registry: StubRegistry, isFailed: Bool) {
    // A process without scopes has none that a request can lose.
    let isLate = isFailed && ProcessUse.soFar.contains(.scopes)
    guard ScopeDirectory.hasOpenScopes || isLate else { return }
    let end = isFailed ? "it was failed" : "it went to the network"
    let scopes = ScopeDirectory.openScopes.filter { $0 !== registry }.map { scope in
      let candidates = scope.isEnabled ? scope.stubs : []
      return (scope, Array(candidates.lazy.filter { $0.isForAddress(of: request) }.prefix(10)))
    }
    let isHeard = scopes.contains { !$1.isEmpty }
    for (scope, stubs) in scopes
    // If no scope has such a stub, only outermost scopes are told, and only of a failed request.
    where !stubs.isEmpty || (isFailed && !isHeard && ScopeDirectory.scope(around: scope) == nil) {
      let said = scope.saying { "\(request)" }
      scope.state.withLock { $0.note(LostRequest(missed: said, by: stubs, end)) }
    }
    guard isFailed || isHeard, registry.isShared, ForgottenScope.isInTests else { return }
    let said = registry.saying { "\(request)" }
    announce(
      "No scope was found for \(said), and \(end)\n  → If a test with a scope has made it, in a "
        + "completion handler, on a queue, by a timer or in a detached task: \(remedy)")
  }

  /// Notes a request whose session's registry is gone; returns the text of the request's error.
  static func noteUnowned(_ request: StubRequest) -> String {
    let text =
      "The StubRegistry that this session is bound to no longer exists. A session does not keep its "
      + "registry: keep it for as long as the session is used, or make the session anew."
    if ForgottenScope.isInTests { announce("\(request) was made too late. \(text)") }
    return text
  }

  /// Writes to standard error, once for each text, since the request's own error may go unread.
  private static func announce(_ text: String) {
    guard announced.withLock({ $0.count < 100 && $0.insert(text).inserted }) else { return }
    StubIssue(kind: .unscoped, text: text).writeToStandardError()
  }

  /// For a request that has no scope and that the registry outside of scopes failed or released.
  private init(missed request: String, by stubs: [Stub], _ end: String) {
    let stub = stubs.last.map { "the stub at \($0.location)" }
    let miss = stub.map { "it did not reach \($0)" } ?? "no stub was asked for it"
    let source =
      "It was made by a completion handler, a queue, a timer or a detached task. \(Self.remedy)"
    self.init(
      request: request, error: "\(request) has lost its scope: \(miss), and \(end)\n  → \(source)",
      warning: stub.map {
        "A request that has lost its scope, \(request), may be this test's: \($0) is for "
          + "its address. No scope was found for it, and \(end)\n  → \(source)"
      }, stubs: stubs.map(\.rank.number), location: stubs.last?.location)
  }

  /// Notes a request whose session several scopes use; returns the text of the request's error.
  static func noteDisputed(_ request: StubRequest, among scopes: [StubRegistry]) -> String {
    func text(_ request: String) -> String {
      "\(request) has no scope of its own, and its session is used by several scopes: "
        + "StubKit cannot tell which is meant, so it failed the request.\n  → \(remedyForSessions)"
    }
    for scope in scopes {
      let said = scope.saying { "\(request)" }
      scope.state.withLock { $0.note(LostRequest(request: said, warning: text(said))) }
    }
    return text("\(request)")
  }
}

extension Stub {
  /// Whether the condition's parts on the address match, without closures; false if it has none.
  func isForAddress(of request: StubRequest) -> Bool {
    let parts = condition.expression.allConjuncts.filter(\.isAboutAddress)
    return !parts.isEmpty
      && request.examine(at: .guarded) { probe in
        parts.allSatisfy { $0.verdict(on: probe) == .yes }
      }
  }

  func isForOtherMethods(than request: StubRequest) -> Bool {
    request.examine(at: .guarded) { probe in
      condition.expression.criterion(missedBy: probe) { $0 is MethodCriterion } != nil
    }
  }
}

extension RequestMatcher.Expression {
  fileprivate var isAboutAddress: Bool {
    switch self {
    // Only host, path and URL weigh more than 1.
    case .criterion(let criterion): criterion.weight > 1
    case .call(_, let part): part.isAboutAddress
    case .all(let parts): parts.contains(where: \.isAboutAddress)
    case .any(let parts): parts.allSatisfy(\.isAboutAddress)
    case .not: false
    }
  }
}
