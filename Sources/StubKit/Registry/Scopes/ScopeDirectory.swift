/// Which registries are those of scopes, and which scopes are open, for reports to speak of them.
enum ScopeDirectory {
  /// Marks a registry as that of a scope, and says in which scope it began.
  private final class Mark: Sendable {
    private let surrounding: Locked<WeakRegistry>

    init(surrounding: StubRegistry?) {
      self.surrounding = Locked(WeakRegistry(registry: surrounding))
    }

    var surroundingRegistry: StubRegistry? { surrounding.withLock { $0.registry } }
  }

  private struct WeakRegistry {
    weak var registry: StubRegistry?
  }

  /// The registries of open scopes, which exist until their scopes are closed.
  ///
  /// Not weak references: with one every other reference to a registry costs three times as much to copy,
  /// which is a quarter of a hit in a scope.
  private static let registries = Locked<[ObjectIdentifier: StubRegistry]>([:])

  /// How many scopes are looked at for a report: more than tests open at once, within a moment.
  private static let limit = 4_000

  /// Notes that a registry is that of a scope, which begins now.
  static func open(_ registry: StubRegistry, surroundedBy surrounding: StubRegistry?) {
    ProcessUse.note(.scopes)
    _ = registry.associatedObjects.object(Mark.self) { Mark(surrounding: surrounding) }
    registries.withLock { $0[ObjectIdentifier(registry)] = registry }
  }

  /// Notes that a scope is over; its registry stays one of a scope.
  static func close(_ registry: StubRegistry) {
    registries.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(registry)) }
  }

  /// The registries of open scopes, in no order, and no more of them than the limit.
  static var openScopes: [StubRegistry] {
    registries.withLock { Array($0.values.prefix(limit)) }
  }

  /// Whether a scope is open at all.
  static var hasOpenScopes: Bool {
    ProcessUse.soFar.contains(.scopes) && registries.withLock { !$0.isEmpty }
  }

  /// Whether a registry is, or was, that of a scope.
  static func isScope(_ registry: StubRegistry) -> Bool {
    registry.associatedObjects.existing(Mark.self) != nil
  }

  /// The registry of the scope in which a scope began, while that exists.
  static func scope(around registry: StubRegistry) -> StubRegistry? {
    registry.associatedObjects.existing(Mark.self)?.surroundingRegistry
  }
}
