#if os(Windows)
  import StubKit

  /// A folder whose lock is held, but only within this process.
  struct HeldFolder {
    struct Place {
      let path: String
    }

    private static let held = Locked<Set<String>>([])

    private let path: String

    static func places(for folder: String) -> [Place] { [Place(path: folder)] }

    init?(at place: Place) throws(FileRefusal) {
      guard Self.held.withLock({ $0.insert(place.path).inserted }) else { return nil }
      path = place.path
    }

    func release() { _ = Self.held.withLock { $0.remove(path) } }
  }
#endif
