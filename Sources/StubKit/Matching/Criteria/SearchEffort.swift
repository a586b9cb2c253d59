import Foundation

/// How long the searches of a request may go on, told by their steps: the same text ends in the same way.
struct SearchEffort {
  /// Whether nobody waits, so that a search which is too long is given up for good.
  let isLong: Bool
  /// How long a text may be that is searched at all.
  let longestText: Int
  /// How many steps all searches of a request may take.
  ///
  /// A step is 10,000 ways that were tried: about a millisecond.
  private let steps: Int
  /// How long a thread may work on one search.
  ///
  /// An expression can hide its work: what `(?>.*)` has passed over is no way that was tried.
  private let time: Duration

  init(at sight: RequestProbe.Sight) {
    switch sight {
    case .glance, .guarded:
      (isLong, longestText, steps, time) = (false, 4_096, 200, .milliseconds(200))
    case .quiet, .full:
      (isLong, longestText, steps, time) = (true, .max, 2_000, .seconds(5))
    }
  }

  /// Whether anything is left after other searches.
  func remains(after spent: Int) -> Bool { spent <= steps }

  /// Whether a text has a match; nil if that cannot be told with so little effort.
  ///
  /// - Parameter now: What the thread has worked so far.
  func search(
    _ text: String, by search: TextSearch, spent: inout Int,
    now: () -> Duration = { .ofThisThread }
  ) -> Bool? {
    guard text.utf16.count <= longestText else { return nil }
    var taken = spent
    // Nearly no search takes a step: the time is asked for only then.
    var start: Duration?
    defer { spent = taken }
    return search.isFound(in: text) {
      taken += 1
      let now = now()
      if let start, now - start > time { taken = max(taken, steps + 1) }
      start = start ?? now
      return taken <= steps
    }
  }
}

extension Duration {
  /// How long the calling thread has worked so far; nothing where that is not known.
  fileprivate static var ofThisThread: Duration {
    var time = timespec()
    guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
