import Foundation

/// The registry that a protocol class belongs to.
///
/// When a session asks about a request, StubKit knows the session only by the classes in its
/// configuration. So classes are made at run time: one for all sessions that are bound to a
/// registry by name, and one for each configuration that is made in a scope. No class is used
/// again, since a session may outlive its registry.
enum SessionBinding {
  // An object, since copying a weak reference out of a dictionary is slow.
  private final class Binding {
    private(set) weak var registry: StubRegistry?
    /// Whether the session was bound by name, rather than made in the registry's scope.
    let isExplicit: Bool
    let owner: ObjectIdentifier
    /// Whether a scope outside of the session's own has used the session.
    var isDisputed = false
    /// The registries of the other scopes that have used the session, until these end.
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

  static func explicitClass(for registry: StubRegistry) -> StubURLProtocol.Type {
    registry.associatedObjects.object(ExplicitClass.self) {
      ExplicitClass(type: makeClass(for: registry, isExplicit: true))
    }.type
  }

  /// Each configuration has its own class, so that a dispute over its sessions affects no others.
  static func scopeClass(for registry: StubRegistry) -> StubURLProtocol.Type {
    let type = makeClass(for: registry, isExplicit: false)
    registry.associatedObjects.object(ScopeClasses.self) { ScopeClasses() }.add(type)
    return type
  }

  enum Finding {
    /// Nil if the registry is gone.
    case bound(StubRegistry?)
    /// The configuration was made in the scope of this registry, which is open.
    case madeIn(StubRegistry)
    /// Other scopes have used the session since.
    case disputed
    /// The scope in which the session was made is over.
    case nothing
  }

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

  /// The open outermost scopes around all scopes that use a session, including the session's own.
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

  /// Notes that another scope uses a session: requests without a scope then have no sure owner.
  static func noteUse(of type: StubURLProtocol.Type, by registry: StubRegistry) {
    let owner = table.withLock { $0.bindings[ObjectIdentifier(type)]?.registry }
    guard let owner, ScopeDirectory.isScope(registry), !isSurrounded(registry, by: owner) else {
      return
    }
    // A scope that is over would never be removed again.
    let isOpen = ScopeDirectory.isOpen(registry)
    if isOpen { registry.associatedObjects.object(ScopeClasses.self) { ScopeClasses() }.add(type) }
    table.withLock { table in
      guard let binding = table.bindings[ObjectIdentifier(type)] else { return }
      binding.isDisputed = true
      if isOpen { binding.users[ObjectIdentifier(registry)] = registry }
    }
  }

  /// Tells two tests that run at once if the later one has attached the earlier one's session.
  static func noteReplacement(of type: StubURLProtocol.Type, by newType: StubURLProtocol.Type) {
    guard case .bound(let old?) = finding(on: type, usedBy: nil),
      case .bound(let new?) = finding(on: newType, usedBy: nil),
      ScopeDirectory.isOpen(old), ScopeDirectory.isOpen(new),
      ScopeDirectory.outermost(around: old) !== ScopeDirectory.outermost(around: new)
    else { return }
    let warning =
      "`attach(to:)` took a session from \(old.titleOfScope), which is still open, and gave it to "
      + "\(new.titleOfScope), which answers its requests from now on\n  → \(LostRequest.remedyForSessions)"
    for scope in [old, new] { scope.tell(StubIssue(kind: .remark, text: warning)) }
  }

  static func scopeEnded(_ registry: StubRegistry) {
    guard let classes = registry.associatedObjects.existing(ScopeClasses.self) else { return }
    let types = classes.types.withLock(\.self)
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

  /// A nested scope disputes nothing: when it has ended, the outer scope goes on using the session.
  private static func isSurrounded(_ inner: StubRegistry, by outer: StubRegistry) -> Bool {
    ScopeDirectory.scopes(outwardsFrom: inner).dropFirst().contains { $0 === outer }
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
    let types = Locked<[StubURLProtocol.Type]>([])

    func add(_ type: StubURLProtocol.Type) { types.withLock { $0.append(type) } }
  }
}

/// Makes distinct protocol classes at run time, which are never freed.
///
/// Each specializes one generic class by its number in binary, written as nested types.
enum NumberedClass {
  static func make(_ number: UInt) -> StubURLProtocol.Type { make(number, End.self) }

  private protocol Digits {}
  private enum End: Digits {}
  private enum Zero<Rest: Digits>: Digits {}
  private enum One<Rest: Digits>: Digits {}

  private final class Numbered<Number: Digits>: StubURLProtocol {}

  @inline(never)
  private static func make<Rest: Digits>(_ number: UInt, _: Rest.Type) -> StubURLProtocol.Type {
    switch (number, number & 1) {
    case (0, _): Numbered<Rest>.self
    case (_, 0): make(number >> 1, Zero<Rest>.self)
    default: make(number >> 1, One<Rest>.self)
    }
  }
}
