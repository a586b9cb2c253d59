import CStubKit
import StubKit

/// Writes the name of the running scenario to standard error if the process crashes; only on Linux.
///
/// A signal handler writes the name, without allocating memory, and then leaves the signal to the
/// handler that was installed before.
final class LastWords: Sendable {
  private static let taken = Locked<Set<Int32>>([])

  /// Nil if too many explorations run at once.
  private let place: Int32?

  init() {
    place = Self.taken.withLock { taken in
      guard let place = (Int32(0)..<16).first(where: { !taken.contains($0) }) else { return nil }
      if taken.isEmpty { stubkit_watch_crashes() }
      taken.insert(place)
      return place
    }
  }

  deinit {
    guard let place else { return }
    stubkit_set_last_words(place, nil)
    Self.taken.withLock { taken in
      taken.remove(place)
      if taken.isEmpty { stubkit_look_away_from_crashes() }
    }
  }

  func set(_ line: String) {
    if let place { stubkit_set_last_words(place, line + "\n") }
  }
}
