import Foundation

/// How long a user's code or the network may take, and the error when time is up.
struct Patience: Sendable {
  private let limits: TimeLimits
  /// When there was progress last, counted from the start of the request.
  private let lastProgress: Duration

  init(_ limits: TimeLimits, lastProgress: Duration = .zero) {
    (self.limits, self.lastProgress) = (limits, lastProgress)
  }

  /// The time that is left; nil if it is unlimited.
  var duration: Duration? {
    limits.deadline(lastProgress: lastProgress).map { max($0 - lastProgress, .zero) }
  }

  var error: URLError { limits.error(lastProgress: lastProgress) }
}
