import Dispatch

/// Releases a user's objects on another thread, where their `deinit` can do no harm.
enum Elsewhere {
  /// For a caller that holds no reference once this returns; any other caller needs a `Carrier`.
  static func end(_ objects: consuming [any Sendable]) { Carrier(objects).end() }

  final class Carrier: Sendable {
    private let objects: Locked<[any Sendable]>

    init(_ objects: consuming [any Sendable]) { self.objects = Locked(objects) }

    /// The caller must hold no reference by the time the other thread releases the objects.
    func end() {
      DispatchQueue.global().async { [self] in
        objects.replace(\.self, with: [])
      }
    }
  }
}
