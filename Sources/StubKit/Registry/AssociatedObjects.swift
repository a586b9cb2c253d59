/// Objects that rooms above keep for a registry, one of each type, made when first asked for.
///
/// So the registry need not know them: its session and its cookie jar are known to Interception.
package final class AssociatedObjects: Sendable {
  private let objects = Locked<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  /// The object of a type, which is made if there is none yet.
  package func object<Object: AnyObject & Sendable>(
    _ type: Object.Type, orMake make: () -> Object
  ) -> Object {
    if let object = existing(type) { return object }
    // Made outside the lock, since making it may come back here; the first to arrive stays.
    let made = make()
    return objects.withLock { objects in
      if let object = objects[ObjectIdentifier(type)] as? Object { return object }
      objects[ObjectIdentifier(type)] = made
      return made
    }
  }

  /// The object of a type, if it has been made.
  package func existing<Object: AnyObject & Sendable>(_ type: Object.Type) -> Object? {
    objects.withLock { $0[ObjectIdentifier(type)] as? Object }
  }

  /// Tells every object that its registry starts anew.
  func reset() {
    for case let object as any Resettable in objects.withLock({ Array($0.values) }) {
      object.reset()
    }
  }

  /// An object with content of its own that a registry's reset empties.
  package protocol Resettable {
    func reset()
  }
}
