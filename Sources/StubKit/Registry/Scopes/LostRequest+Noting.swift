#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

/// Finds the scopes that a request without a scope of its own may belong to.
extension LostRequest {
  /// The addresses that were written to standard error; their number is limited.
  private static let announced = Locked<Set<String>>([])

  /// Notes a request without a scope and without a stub in `.shared`, or in what stands in for it.
  ///
  /// Each open scope with a stub for its address is told, and standard error, too.
  static func noteMissed(_ request: StubRequest, by registry: StubRegistry, isFailed: Bool) {
    guard ScopeDirectory.hasOpenScopes else { return }
    var isHeard = false
    for scope in ScopeDirectory.openScopes where scope !== registry {
      let stubs = scope.stubs { $0.isForAddress(of: request) == true }
      // A scope without such a stub is told only if the request cannot be another's.
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

extension StubRegistry {
  /// Returns the stubs that satisfy `holds`, the oldest first, up to a limit.
  fileprivate func stubs(where holds: (Stub) -> Bool) -> [Stub] {
    guard isEnabled else { return [] }
    return Array(stubs.lazy.filter(holds).prefix(10))
  }
}

extension Stub {
  /// Whether the condition's parts on the address hold for a request; nil if it has none.
  ///
  /// No closure of a user's runs.
  func isForAddress(of request: StubRequest) -> Bool? {
    let parts = condition.expression.allConjuncts.filter(\.isAboutAddress)
    guard !parts.isEmpty else { return nil }
    return request.examine(at: .guarded) { probe in
      parts.allSatisfy { $0.verdict(on: probe) == .yes }
    }
  }
}

extension Stub {
  /// Whether the condition asks for another method than the request's.
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
    // These weigh more than the rest: with a wrong one it is another stub.
    case .criterion(let criterion): criterion.weight > 1
    case .call(_, let part): part.isAboutAddress
    case .all(let parts): parts.contains(where: \.isAboutAddress)
    case .any(let parts): parts.allSatisfy(\.isAboutAddress)
    case .not: false
    }
  }
}
