import Dispatch

/// Lets go of what may hold a user's objects, where their `deinit` can do no harm.
enum Elsewhere {
  /// Ends objects on another thread, unless somebody else holds them.
  static func end(_ objects: [any Sendable]) {
    let carrier = Locked(objects)
    DispatchQueue.global().async {
      let objects = carrier.withLock { objects in
        defer { objects = [] }
        return objects
      }
      withExtendedLifetime(objects) {}
    }
  }
}
