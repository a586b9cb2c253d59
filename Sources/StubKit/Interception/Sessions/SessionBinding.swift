/// Which registry a protocol class belongs to.
///
/// A session is known by nothing but the classes in its configuration when it asks about a request.
/// So a session that belongs to a registry gets a class of its own, made at run time and never used
/// again, since a session may outlive its registry: one for all that are bound to a registry by
/// name, and one for each configuration that is made in a scope.
enum SessionBinding {
  // An object, since to copy a weak reference out of a dictionary costs more than all else here.
  private final class Binding {
    private(set) weak var registry: StubRegistry?
    /// Whether somebody bound a session by name, and not merely made a configuration in a scope.
    let isExplicit: Bool

    init(registry: StubRegistry, isExplicit: Bool) {
      self.registry = registry
      self.isExplicit = isExplicit
    }
  }

  private struct Table {
    var bindings: [ObjectIdentifier: Binding] = [:]
    var classesMade: UInt = 0
  }

  private static let table = Locked(Table())

  /// The class of all sessions that are bound to a registry by name, made when first needed.
  static func explicitClass(for registry: StubRegistry) -> StubURLProtocol.Type {
    registry.associatedObjects.object(ExplicitClass.self) {
      ExplicitClass(type: makeClass(for: registry, isExplicit: true))
    }.type
  }

  /// A class for a configuration that is being made in the scope of a registry.
  ///
  /// Each gets its own: a session that another scope uses belongs to none from then on, and the
  /// other sessions of its scope must not be lost with it.
  static func scopeClass(for registry: StubRegistry) -> StubURLProtocol.Type {
    let type = makeClass(for: registry, isExplicit: false)
    registry.associatedObjects.object(ScopeClasses.self) { ScopeClasses() }.add(type)
    return type
  }

  /// The registry that a class was explicitly bound to; nil if it was bound to none.
  static func explicit(_ type: StubURLProtocol.Type) -> RegistryFinder.Owner? {
    table.withLock { table in
      guard let binding = table.bindings[ObjectIdentifier(type)], binding.isExplicit else {
        return nil
      }
      return RegistryFinder.Owner(registry: binding.registry, isBound: true)
    }
  }

  /// The registry in whose scope the class was handed out, while that scope is open.
  static func openScope(of type: StubURLProtocol.Type) -> StubRegistry? {
    guard type != StubURLProtocol.self else { return nil }
    return table.withLock { table in
      guard let binding = table.bindings[ObjectIdentifier(type)], !binding.isExplicit else {
        return nil
      }
      return binding.registry
    }
  }

  /// Notes that a scope uses a session; a session of another scope belongs to none from then on.
  static func noteUse(of type: StubURLProtocol.Type, by registry: StubRegistry) {
    guard type != StubURLProtocol.self, let owner = openScope(of: type), owner !== registry,
      !isSurrounded(registry, by: owner)
    else { return }
    forget([type])
  }

  /// Notes that a scope is over.
  static func scopeEnded(_ registry: StubRegistry) {
    guard let classes = registry.associatedObjects.existing(ScopeClasses.self) else { return }
    forget(classes.removeAll())
  }

  /// Whether a scope is nested in another, which then goes on using its sessions afterwards.
  private static func isSurrounded(_ inner: StubRegistry, by outer: StubRegistry) -> Bool {
    var surrounding = ScopeDirectory.scope(around: inner)
    while let registry = surrounding {
      if registry === outer { return true }
      surrounding = ScopeDirectory.scope(around: registry)
    }
    return false
  }

  private static func forget(_ types: [StubURLProtocol.Type]) {
    table.withLock { table in
      for type in types { table.bindings[ObjectIdentifier(type)] = nil }
    }
  }

  private static func makeClass(
    for registry: StubRegistry, isExplicit: Bool
  ) -> StubURLProtocol.Type {
    table.withLock { table in
      table.classesMade += 1
      let type = NumberedClass.make(table.classesMade)
      table.bindings[ObjectIdentifier(type)] = Binding(registry: registry, isExplicit: isExplicit)
      return type
    }
  }

  private final class ExplicitClass: Sendable {
    let type: StubURLProtocol.Type
    init(type: StubURLProtocol.Type) { self.type = type }
  }

  private final class ScopeClasses: Sendable {
    private let types = Locked<[StubURLProtocol.Type]>([])

    func add(_ type: StubURLProtocol.Type) {
      types.withLock { $0.append(type) }
    }

    func removeAll() -> [StubURLProtocol.Type] {
      types.withLock { types in
        defer { types = [] }
        return types
      }
    }
  }
}
