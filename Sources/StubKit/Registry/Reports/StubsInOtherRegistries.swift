/// Stubs of other registries that match a request which does not reach them.
struct StubsInOtherRegistries {
  /// The largest number of stubs that are counted in one place.
  private static let limit = 10
  /// The largest number of stubs that are asked in one registry; closures may leave many undecided.
  private static let rounds = 100

  let request: StubRequest
  let registry: StubRegistry

  /// A sentence for each place with such stubs; if `areMeant`, one is surely meant, and no stub is proposed.
  var found: (remarks: [String], areMeant: Bool) {
    let remarks = remarksOnStubs
    return remarks.isEmpty
      ? ([remarkOnOpenScopes].compactMap(\.self), false) : (remarks, areStubsMeant)
  }

  private var areStubsMeant: Bool {
    if registry === StubRegistry.shared || registry === StubRegistry.unscoped {
      return ScopeDirectory.openScopes.count == 1
    }
    // A stub that another test has left in `.shared` does not concern this test.
    return !matching(in: ScopeDirectory.scope(around: registry)).isEmpty
      || matching(in: .shared).contains { !ForgottenScope.isForgotten($0) }
  }

  private var remarksOnStubs: [String] {
    switch RegistryKind(of: registry) {
    case .scope where registry === StubRegistry.unscoped:
      // The registry that stands in for `.shared` gets every request that has lost its own scope.
      return [remarkOnStubsInOpenScopes ?? remarkOnShared].compactMap(\.self)
    case .scope:
      return [
        remark(
          matching(in: ScopeDirectory.scope(around: registry)), in: "the surrounding scope",
          but: "this scope does not inherit"
        ) { "Register \($0) within this scope." },
        remarkOnShared,
      ].compactMap(\.self)
    case .sessions:
      // Other scopes are not searched: those of parallel tests match by chance.
      let remark = remark(
        matching(in: .shared), in: "`.shared`", but: "this registry does not have"
      ) { "Register \($0) with `registry.stub(…)`." }
      return [remark].compactMap(\.self)
    case .shared:
      return [remarkOnStubsInOpenScopes].compactMap(\.self)
    }
  }

  private var remarkOnStubsInOpenScopes: String? {
    let stubs = matchingInOpenScopes
    return remark(
      stubs, in: stubs.count == 1 ? "an open scope" : "open scopes",
      but: "this request does not see"
    ) { _ in Self.remedyOutside }
  }

  private var remarkOnShared: String? {
    remark(matching(in: .shared), in: "`.shared`", but: "this scope does not see") {
      "Register \($0) within the scope."
    }
  }

  private static let remedyOutside =
    "It was made outside, for example by a detached task with a session from outside. "
    + LostRequest.remedy

  private func remark(
    _ stubs: [Stub], in place: String, but reason: String, remedy: (String) -> String
  ) -> String? {
    guard !stubs.isEmpty else { return nil }
    // A loop registers many stubs in one line.
    var all: [String] = []
    for stub in stubs where !all.contains("\(stub.location)") { all.append("\(stub.location)") }
    let places = Array(all.prefix(NearMissReport.shown))
    let phrase = (places + (all.count > places.count ? ["others"] : [])).phrase
    if stubs.count == 1 {
      return "1 stub in \(place) matches, but \(reason) it: \(phrase)\n  → \(remedy("it"))"
    }
    let number = stubs.count < Self.limit ? "\(stubs.count)" : "\(Self.limit) or more"
    return
      "\(number) stubs in \(place) match, but \(reason) them: \(phrase)\n  → \(remedy("them"))"
  }

  /// The remark that scopes are open, for when nothing more is known.
  private var remarkOnOpenScopes: String? {
    guard registry === StubRegistry.shared || registry === StubRegistry.unscoped,
      !registry.hasStubs
    else { return nil }
    let count = ScopeDirectory.openScopes.count(where: \.hasStubs)
    guard count > 0 else { return nil }
    let scopes = count == 1 ? "A scope is" : "\(count) scopes are"
    return "\(scopes) open whose stubs this request does not see\n  → \(Self.remedyOutside)"
  }

  private var matchingInOpenScopes: [Stub] {
    var stubs: [Stub] = []
    for registry in ScopeDirectory.openScopes where stubs.count < Self.limit {
      stubs += matching(in: registry)
    }
    return Array(stubs.prefix(Self.limit))
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
