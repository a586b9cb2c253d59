import Dispatch

/// Lets go of what may hold a user's objects, where their `deinit` can do no harm.
enum Elsewhere {
  /// Ends objects on another thread, unless somebody else holds them.
  ///
  /// Only if nobody here holds them any more when this returns; see `Carrier` for those who still do.
  static func end(_ objects: consuming [any Sendable]) {
    Carrier(objects).end()
  }

  /// Carries objects to the thread on which they end.
  final class Carrier: Sendable {
    private let objects: Locked<[any Sendable]>

    init(_ objects: consuming [any Sendable]) {
      self.objects = Locked(objects)
    }

    /// Ends them on another thread; to be called when nobody else here holds them any more.
    func end() {
      DispatchQueue.global().async { [self] in
        let objects = objects.withLock { objects in
          defer { objects = [] }
          return objects
        }
        withExtendedLifetime(objects) {}
      }
    }
  }
}
