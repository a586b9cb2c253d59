/// Which registry a protocol class belongs to.
///
/// A session is known by nothing but the classes in its configuration when it asks about a request.
/// So a session that belongs to a registry gets a class of its own: one for each registry that
/// needs it, made at run time and never used again, since a session may outlive its registry.
enum SessionBinding {
  /// Why a registry has a class.
  enum Purpose: Hashable {
    /// Somebody bound a session to it by name.
    case explicit
    /// A configuration was made in its scope.
    case scope
  }

  private struct Binding {
    weak var registry: StubRegistry?
    let purpose: Purpose
    /// Whether the scope is over, or a session of it was used in another scope.
    var isClosed = false
  }

  private struct Table {
    var bindings: [ObjectIdentifier: Binding] = [:]
    var classesMade: UInt = 0
  }

  private static let table = Locked(Table())

  /// The class that belongs to a registry, made when it is first needed.
  static func protocolClass(for registry: StubRegistry, _ purpose: Purpose) -> StubURLProtocol.Type
  {
    switch purpose {
    case .explicit: registry.belongings.object(ExplicitClass.self) { .init(registry) }.type
    case .scope: registry.belongings.object(ScopeClass.self) { .init(registry) }.type
    }
  }

  /// The registry that a class was explicitly bound to; nil if it was bound to none.
  static func explicit(_ type: StubURLProtocol.Type) -> RegistryFinder.Finding? {
    guard let binding = binding(of: type), binding.purpose == .explicit else { return nil }
    return binding.registry.map { .registry($0) } ?? .gone
  }

  /// The registry in whose scope the class was handed out, while that scope is open.
  static func openScope(of type: StubURLProtocol.Type) -> StubRegistry? {
    guard type != StubURLProtocol.self, let binding = binding(of: type),
      binding.purpose == .scope, !binding.isClosed
    else { return nil }
    return binding.registry
  }

  /// Notes that a scope uses a session; a session of another scope belongs to none from then on.
  static func noteUse(of type: StubURLProtocol.Type, by registry: StubRegistry) {
    guard type != StubURLProtocol.self else { return }
    table.withLock { table in
      guard let binding = table.bindings[ObjectIdentifier(type)], binding.purpose == .scope,
        binding.registry !== registry
      else { return }
      table.bindings[ObjectIdentifier(type)]?.isClosed = true
    }
  }

  /// Notes that a scope is over.
  static func scopeEnded(_ registry: StubRegistry) {
    guard let type = registry.belongings.existing(ScopeClass.self)?.type else { return }
    table.withLock { $0.bindings[ObjectIdentifier(type)]?.isClosed = true }
  }

  private static func binding(of type: StubURLProtocol.Type) -> Binding? {
    table.withLock { $0.bindings[ObjectIdentifier(type)] }
  }

  private static func makeClass(for registry: StubRegistry, _ purpose: Purpose)
    -> StubURLProtocol.Type
  {
    table.withLock { table in
      table.classesMade += 1
      let type = NumberedClass.make(table.classesMade)
      table.bindings[ObjectIdentifier(type)] = Binding(registry: registry, purpose: purpose)
      return type
    }
  }

  private final class ExplicitClass: Sendable {
    let type: StubURLProtocol.Type
    init(_ registry: StubRegistry) { type = makeClass(for: registry, .explicit) }
  }

  private final class ScopeClass: Sendable {
    let type: StubURLProtocol.Type
    init(_ registry: StubRegistry) { type = makeClass(for: registry, .scope) }
  }
}
