import Dispatch

/// Releases objects of a user's where their `deinit` can do no harm.
enum Elsewhere {
  /// Releases objects on another thread.
  ///
  /// The caller must hold no other reference when this returns; `Carrier` is for callers that still do.
  static func end(_ objects: consuming [any Sendable]) {
    Carrier(objects).end()
  }

  /// Carries objects to the thread on which they are released.
  final class Carrier: Sendable {
    private let objects: Locked<[any Sendable]>

    init(_ objects: consuming [any Sendable]) {
      self.objects = Locked(objects)
    }

    /// Releases the objects on another thread; the caller must hold no other reference by then.
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
