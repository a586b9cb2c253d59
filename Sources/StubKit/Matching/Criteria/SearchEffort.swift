import Foundation

/// The limits of the searches of a request, in steps, so that the same text always ends in the same way.
struct SearchEffort {
  /// Whether nothing else waits, so that a search over the limit is given up for good.
  let isLong: Bool
  /// The length of the longest text that is searched.
  let longestText: Int
  /// The number of steps for all searches of a request.
  ///
  /// A step is 10,000 attempts: about a millisecond.
  private let steps: Int
  /// How long a thread may work on one search.
  ///
  /// An expression can hide its work: what `(?>.*)` skips does not count as an attempt.
  private let time: Duration

  init(at sight: RequestProbe.Sight) {
    switch sight {
    case .glance, .guarded:
      (isLong, longestText, steps, time) = (false, 4_096, 200, .milliseconds(200))
    case .quiet, .full:
      (isLong, longestText, steps, time) = (true, .max, 2_000, .seconds(5))
    }
  }

  /// Whether any steps remain after other searches.
  func remains(after spent: Int) -> Bool { spent <= steps }

  /// Searches a text; nil if the result is unknown within the limits.
  ///
  /// - Parameter now: The working time of the thread so far.
  func search(
    _ text: String, by search: TextSearch, spent: inout Int,
    now: () -> Duration = { .ofThisThread }
  ) -> Bool? {
    guard text.utf16.count <= longestText else { return nil }
    var taken = spent
    // Nearly no search takes a step: only then the time is read.
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
  /// The working time of the calling thread so far; zero where that is not known.
  fileprivate static var ofThisThread: Duration {
    var time = timespec()
    guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
