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
    let owner: ObjectIdentifier
    /// Whether another scope has used the session, and not merely one within its own.
    var isDisputed = false
    /// The registries of such scopes, until they are over.
    var users: [ObjectIdentifier: StubRegistry] = [:]

    init(registry: StubRegistry, isExplicit: Bool) {
      self.registry = registry
      owner = ObjectIdentifier(registry)
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

  /// What a session's class says of its requests.
  enum Finding {
    /// The session is bound by name, to a registry that may be gone.
    case bound(StubRegistry?)
    /// Its configuration was made in the scope of this registry, which is open.
    case madeIn(StubRegistry)
    /// Other scopes have used it since.
    case disputed
    /// Nobody's: the scope in which it was made is over.
    case nothing
  }

  /// Looks up what a class says.
  ///
  /// - Parameter scope: The registry of the scope in which the task was resumed.
  static func finding(on type: StubURLProtocol.Type, usedBy scope: StubRegistry?) -> Finding {
    let (finding, isNew): (Finding, Bool) = table.withLock { table in
      guard let binding = table.bindings[ObjectIdentifier(type)] else { return (.nothing, false) }
      if binding.isExplicit { return (.bound(binding.registry), false) }
      guard binding.isDisputed else {
        return (binding.registry.map { .madeIn($0) } ?? .nothing, false)
      }
      let user = scope.map { ObjectIdentifier($0) } ?? binding.owner
      return (.disputed, user != binding.owner && binding.users[user] == nil)
    }
    if isNew, let scope { noteUse(of: type, by: scope) }
    return finding
  }

  /// The registry in whose scope the class was handed out, while that scope is open and no other has
  /// used the session.
  static func openScope(of type: StubURLProtocol.Type) -> StubRegistry? {
    guard type != StubURLProtocol.self, case .madeIn(let registry) = finding(on: type, usedBy: nil)
    else { return nil }
    return registry
  }

  /// The outermost open scopes among those that use a session which was made in one of them.
  static func users(of type: StubURLProtocol.Type) -> [StubRegistry] {
    let all = table.withLock { table in
      table.bindings[ObjectIdentifier(type)].map { [$0.registry] + Array($0.users.values) } ?? []
    }
    var users: [StubRegistry] = []
    for case let registry? in all {
      let outermost = ScopeDirectory.outermost(around: registry)
      if ScopeDirectory.isOpen(outermost), !users.contains(where: { $0 === outermost }) {
        users.append(outermost)
      }
    }
    return users
  }

  /// Notes that a scope uses a session of another one: whose its requests are cannot be said any more
  /// where they have no scope of their own.
  static func noteUse(of type: StubURLProtocol.Type, by registry: StubRegistry) {
    let owner = table.withLock { $0.bindings[ObjectIdentifier(type)]?.registry }
    guard let owner, registry !== StubRegistry.shared, !isSurrounded(registry, by: owner) else {
      return
    }
    // What is over says no more of a session.
    let isOpen = ScopeDirectory.isOpen(registry)
    if isOpen { registry.associatedObjects.object(ScopeClasses.self) { ScopeClasses() }.add(type) }
    table.withLock { table in
      guard let binding = table.bindings[ObjectIdentifier(type)] else { return }
      binding.isDisputed = true
      if isOpen { binding.users[ObjectIdentifier(registry)] = registry }
    }
  }

  /// Notes that a scope is over.
  static func scopeEnded(_ registry: StubRegistry) {
    guard let classes = registry.associatedObjects.existing(ScopeClasses.self) else { return }
    let types = classes.removeAll()
    table.withLock { table in
      for type in types.map({ ObjectIdentifier($0) }) {
        if table.bindings[type]?.owner == ObjectIdentifier(registry) {
          table.bindings[type] = nil
        } else {
          table.bindings[type]?.users[ObjectIdentifier(registry)] = nil
        }
      }
    }
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
