package enum ScopeDirectory {
  private struct State {
    /// Strong until the scopes end, since a list of weak references is slow to copy.
    var registries: [ObjectIdentifier: StubRegistry] = [:]
    var soFar = 0
    var outermostSoFar = 0
  }

  private static let state = Locked(State())

  /// How many scopes a report looks at: more than tests have open at once.
  private static let limit = 4_000

  static func open(_ registry: StubRegistry, surroundedBy surrounding: StubRegistry?) {
    ProcessUse.note(.scopes)
    let number = state.withLock { state in
      state.soFar += 1
      if surrounding == nil { state.outermostSoFar += 1 }
      return state.soFar
    }
    registry.state.withLock { $0.scope = (number, { [weak surrounding] in surrounding }) }
    state.withLock { $0.registries[ObjectIdentifier(registry)] = registry }
  }

  /// Closes a scope; `isScope` stays true for its registry.
  static func close(_ registry: StubRegistry) {
    state.withLock { _ = $0.registries.removeValue(forKey: ObjectIdentifier(registry)) }
  }

  static var openScopes: [StubRegistry] {
    state.withLock { Array($0.registries.values.prefix(limit)) }
  }

  static var hasOpenScopes: Bool {
    ProcessUse.soFar.contains(.scopes) && state.withLock { !$0.registries.isEmpty }
  }

  static var begunSoFar: Int { state.withLock(\.soFar) }

  /// The number of a registry's scope, from 1; nil if it belongs to none.
  package static func begin(of registry: StubRegistry) -> Int? {
    registry.state.withLock { $0.scope?.number }
  }

  static var hasHadOneScope: Bool { state.withLock { $0.outermostSoFar == 1 } }

  package static func isOpen(_ registry: StubRegistry) -> Bool {
    state.withLock { $0.registries[ObjectIdentifier(registry)] != nil }
  }

  static func isScope(_ registry: StubRegistry) -> Bool { begin(of: registry) != nil }

  /// Nil also if the scope around `registry` no longer exists.
  static func scope(around registry: StubRegistry) -> StubRegistry? {
    registry.state.withLock(\.scope)?.surrounding()
  }

  package static func scopes(outwardsFrom registry: StubRegistry) -> some Sequence<StubRegistry> {
    sequence(first: registry, next: scope(around:))
  }

  /// May be `registry` itself.
  static func outermost(around registry: StubRegistry) -> StubRegistry {
    scopes(outwardsFrom: registry).reduce(registry) { $1 }
  }
}
