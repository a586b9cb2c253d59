/// Objects that other parts of StubKit attach to a registry, such as a session; one of each type.
package final class AssociatedObjects: Sendable {
  private let objects = Locked<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  package func object<Object: AnyObject & Sendable>(
    _ type: Object.Type, orMake make: () -> Object
  ) -> Object {
    if let object = existing(type) { return object }
    // `make` may call this method, so it runs outside the lock; the first object stored stays.
    let made = make()
    return objects.withLock { objects in
      if let object = objects[ObjectIdentifier(type)] as? Object { return object }
      objects[ObjectIdentifier(type)] = made
      return made
    }
  }

  package func existing<Object: AnyObject & Sendable>(_ type: Object.Type) -> Object? {
    objects.withLock { $0[ObjectIdentifier(type)] as? Object }
  }

  func tell(_ event: (any Dependent) -> Void) {
    for case let object as any Dependent in objects.withLock({ Array($0.values) }) { event(object) }
  }

  package protocol Dependent {
    func reset()
    func willEnd()
    func networkChanged()
  }
}

extension AssociatedObjects.Dependent {
  package func reset() {}
  package func willEnd() {}
  package func networkChanged() {}
}
