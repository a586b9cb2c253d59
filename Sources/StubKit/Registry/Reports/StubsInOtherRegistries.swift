/// Stubs of other registries that match a request which does not reach them.
struct StubsInOtherRegistries {
  private static let limit = 10
  /// How many stubs are asked in one registry; closures may leave many undecided.
  private static let rounds = 100

  let request: StubRequest
  let registry: StubRegistry

  /// A sentence for each place; if `areMeant`, a stub there is meant, so no new stub is proposed.
  var found: (remarks: [String], areMeant: Bool) {
    // Only these two get lost requests; other requests match stubs of other tests only by chance.
    let isForLost = registry === StubRegistry.shared || registry === StubRegistry.unscoped
    let isOfScope = ScopeDirectory.isScope(registry)
    let outer = ScopeDirectory.scopes(outwardsFrom: registry).dropFirst()
    let around = isForLost ? [] : outer.lazy.map(matching).first { !$0.isEmpty } ?? []
    let open =
      isForLost
      ? Array(ScopeDirectory.openScopes.lazy.flatMap { matching(in: $0) }.prefix(Self.limit)) : []
    // A session that is bound to this scope may be used in a scope within it.
    let within = ScopeDirectory.openScopes.filter { ScopeDirectory.scope(around: $0) === registry }
    let inner = isForLost ? [] : within.flatMap { matching(in: $0) }
    let shared = open.isEmpty ? matching(in: .shared) : []
    let remarks = [
      remark(around, in: "a surrounding scope", but: "this scope does not inherit") {
        "Register \($0) within this scope."
      },
      remark(
        open, in: open.count == 1 ? "an open scope" : "open scopes",
        but: "this request does not see"
      ) { _ in Self.remedyOutside },
      remark(inner, in: "a scope within this one", but: "this request does not see") { _ in
        "The request's session belongs to this scope: use one made within the inner scope."
      },
      remark(
        shared, in: "`.shared`",
        but: isOfScope ? "this scope does not see" : "this registry does not have"
      ) { "Register \($0) \(isOfScope ? "within the scope" : "with `registry.stub(…)`")." },
    ].compactMap(\.self)
    if isForLost, remarks.isEmpty, !registry.hasStubs {
      return ([remarkOnOpenScopes].compactMap(\.self), false)
    }
    // A stub that another test has left in `.shared` does not concern this test.
    let areMeant =
      isForLost
      ? !remarks.isEmpty && ScopeDirectory.openScopes.count == 1
      : !around.isEmpty || !inner.isEmpty || shared.contains { !ForgottenScope.isForgotten($0) }
    return (remarks, areMeant)
  }

  private static let remedyOutside =
    "The request was made outside, for example by a detached task with a session from outside. "
    + LostRequest.remedy

  private func remark(
    _ stubs: [Stub], in place: String, but reason: String, remedy: (String) -> String
  ) -> String? {
    guard !stubs.isEmpty else { return nil }
    // A loop registers many stubs in one line.
    var all: [String] = []
    for stub in stubs where !all.contains("\(stub.location)") { all.append("\(stub.location)") }
    let phrase = all.shortened(to: NearMissReport.shown) { _ in "others" }.phrase
    let number = stubs.count < Self.limit ? "\(stubs.count)" : "\(Self.limit) or more"
    let (stub, match, them) =
      stubs.count == 1 ? ("stub", "matches", "it") : ("stubs", "match", "them")
    return "\(number) \(stub) in \(place) \(match), but \(reason) \(them): \(phrase)"
      + "\n  → \(remedy(them))"
  }

  private var remarkOnOpenScopes: String? {
    let count = ScopeDirectory.openScopes.count(where: \.hasStubs)
    guard count > 0 else { return nil }
    let scopes = count == 1 ? "A scope is" : "\(count) scopes are"
    return "\(scopes) open whose stubs this request does not see\n  → \(Self.remedyOutside)"
  }

  /// Runs no closures: they belong to other tests, which may count their calls.
  private func matching(in registry: StubRegistry?) -> [Stub] {
    guard let registry, registry !== self.registry, registry.isEnabled else { return [] }
    return request.examine(at: .guarded) { probe in
      probe.askingUntilRead {
        registry.state.withLock { Self.matching(probe, in: $0.index) }
      }
    }
  }

  private static func matching(_ probe: RequestProbe, in index: StubIndex) -> [Stub] {
    var stubs: [Stub] = []
    var ceiling: Stub.Rank?
    for _ in 1...rounds where stubs.count < limit {
      guard let (stub, verdict) = index.best(for: probe, below: ceiling) else { break }
      if verdict == .yes { stubs.append(stub) }
      ceiling = stub.rank
    }
    return stubs
  }
}
