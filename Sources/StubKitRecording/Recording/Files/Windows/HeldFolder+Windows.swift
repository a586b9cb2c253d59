#if os(Windows)
  import StubKit

  /// A folder whose lock is held, within this process alone.
  struct HeldFolder {
    struct Place {
      let path: String
    }

    private static let held = Locked<Set<String>>([])

    private let path: String

    static func places(for folder: String) -> [Place] { [Place(path: folder)] }

    /// Takes the lock at a place; nil while another recording has it.
    init?(at place: Place) throws(FileRefusal) {
      guard Self.held.withLock({ $0.insert(place.path).inserted }) else { return nil }
      path = place.path
    }

    func release() { _ = Self.held.withLock { $0.remove(path) } }
  }
#endif
