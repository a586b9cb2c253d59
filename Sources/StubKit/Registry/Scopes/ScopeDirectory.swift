/// Which registries are those of scopes, and which scopes are open, for reports to speak of them.
enum ScopeDirectory {
  /// Marks a registry as that of a scope, and says in which scope it began.
  private final class Mark: Sendable {
    private let surrounding: Locked<WeakRegistry>
    /// Which of the process's scopes it is, counted from 1.
    let number: Int

    init(surrounding: StubRegistry?, number: Int) {
      self.surrounding = Locked(WeakRegistry(registry: surrounding))
      self.number = number
    }

    var surroundingRegistry: StubRegistry? { surrounding.withLock { $0.registry } }
  }

  private struct WeakRegistry {
    weak var registry: StubRegistry?
  }

  private struct State {
    /// The registries of open scopes, which exist until their scopes are closed.
    ///
    /// Not weak references: with one every other reference to a registry costs three times as much
    /// to copy, which is a quarter of a hit in a scope.
    var registries: [ObjectIdentifier: StubRegistry] = [:]
    /// How many scopes have begun.
    var soFar = 0
    /// How many scopes have begun outside of every other.
    var outermostSoFar = 0
  }

  private static let state = Locked(State())

  /// How many scopes are looked at for a report: more than tests open at once, within a moment.
  private static let limit = 4_000

  /// Notes that a registry is that of a scope, which begins now.
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

  /// Notes that a scope is over; its registry stays one of a scope.
  static func close(_ registry: StubRegistry) {
    state.withLock { _ = $0.registries.removeValue(forKey: ObjectIdentifier(registry)) }
  }

  /// The registries of open scopes, in no order, and no more of them than the limit.
  static var openScopes: [StubRegistry] {
    state.withLock { Array($0.registries.values.prefix(limit)) }
  }

  /// Whether a scope is open at all.
  static var hasOpenScopes: Bool {
    ProcessUse.soFar.contains(.scopes) && state.withLock { !$0.registries.isEmpty }
  }

  /// How many scopes have begun.
  static var begunSoFar: Int { state.withLock(\.soFar) }

  /// Which of the process's scopes, counted from 1, a registry is that of; nil if of none.
  static func begin(of registry: StubRegistry) -> Int? {
    registry.associatedObjects.existing(Mark.self)?.number
  }

  /// The registry of an open scope.
  static func openScope(_ id: ObjectIdentifier) -> StubRegistry? {
    state.withLock { $0.registries[id] }
  }

  /// Whether this process has had one scope only, not counting those within it.
  static var hasHadOneScope: Bool { state.withLock { $0.outermostSoFar == 1 } }

  /// Whether a scope is open.
  static func isOpen(_ registry: StubRegistry) -> Bool {
    state.withLock { $0.registries[ObjectIdentifier(registry)] != nil }
  }

  /// Whether a registry is, or was, that of a scope.
  static func isScope(_ registry: StubRegistry) -> Bool {
    registry.associatedObjects.existing(Mark.self) != nil
  }

  /// The registry of the scope in which a scope began, while that exists.
  static func scope(around registry: StubRegistry) -> StubRegistry? {
    registry.associatedObjects.existing(Mark.self)?.surroundingRegistry
  }

  /// The registry of the outermost scope around a scope, which is that itself if there is none.
  static func outermost(around registry: StubRegistry) -> StubRegistry {
    var outermost = registry
    while let surrounding = scope(around: outermost) { outermost = surrounding }
    return outermost
  }
}
