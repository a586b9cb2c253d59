import CStubKit
import StubKit

/// What is written to standard error if a scenario takes the process with it: which one it was.
///
/// It is written by a handler of signals, which takes nothing that has to be made there, and hands on to
/// who handled them before.
final class LastWords: Sendable {
  /// The places for lines that are taken, of 16.
  private static let taken = Locked<Set<Int32>>([])

  /// Nil where so many explorations run already that no place is left.
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

  /// Sets what is written from now on.
  func set(_ line: String) {
    if let place { stubkit_set_last_words(place, line + "\n") }
  }
}
