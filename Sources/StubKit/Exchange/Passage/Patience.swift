import Foundation

/// How long something may take that a user wrote, or the network does, and what to say afterwards.
struct Patience: Sendable {
  private let limits: TimeLimits
  /// When there was progress last, counted like the total.
  private let lastProgress: Duration

  init(_ limits: TimeLimits, lastProgress: Duration = .zero) {
    (self.limits, self.lastProgress) = (limits, lastProgress)
  }

  /// How long it may take from now on; nil for ever.
  var duration: Duration? {
    limits.deadline(lastProgress: lastProgress).map { max($0 - lastProgress, .zero) }
  }

  /// What to say when the time is up.
  var error: URLError { limits.error(lastProgress: lastProgress) }
}
