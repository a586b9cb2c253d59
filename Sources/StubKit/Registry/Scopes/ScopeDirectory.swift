package enum ScopeDirectory {
  /// Marks a registry as the registry of a scope, and refers to the scope around it.
  private final class Mark: Sendable {
    let surrounding: @Sendable () -> StubRegistry?
    /// The number of the scope within the process, from 1.
    let number: Int

    init(surrounding: StubRegistry?, number: Int) {
      self.surrounding = { [weak surrounding] in surrounding }
      self.number = number
    }
  }

  private struct State {
    /// The registries of open scopes, until the scopes end; not weak, since one weak reference would make
    /// copying all the others three times as slow.
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
    _ = registry.associatedObjects.object(Mark.self) {
      Mark(surrounding: surrounding, number: number)
    }
    state.withLock { $0.registries[ObjectIdentifier(registry)] = registry }
  }

  /// Notes that a scope is over; its registry still counts as that of a scope.
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

  /// Returns the number of a registry's scope, from 1; nil if it belongs to none.
  package static func begin(of registry: StubRegistry) -> Int? {
    registry.associatedObjects.existing(Mark.self)?.number
  }

  static var hasHadOneScope: Bool { state.withLock { $0.outermostSoFar == 1 } }

  package static func isOpen(_ registry: StubRegistry) -> Bool {
    state.withLock { $0.registries[ObjectIdentifier(registry)] != nil }
  }

  static func isScope(_ registry: StubRegistry) -> Bool {
    begin(of: registry) != nil
  }

  /// Returns the registry of the scope around a scope, while it exists.
  static func scope(around registry: StubRegistry) -> StubRegistry? {
    registry.associatedObjects.existing(Mark.self)?.surrounding()
  }

  /// Returns a registry and those of the scopes around it, the outermost one last.
  static func scopes(outwardsFrom registry: StubRegistry) -> some Sequence<StubRegistry> {
    sequence(first: registry, next: scope(around:))
  }

  /// Returns the registry of the outermost scope around a scope, which may be the scope itself.
  static func outermost(around registry: StubRegistry) -> StubRegistry {
    scopes(outwardsFrom: registry).reduce(registry) { $1 }
  }
}
