/// The sleepers of a clock that does not move.
struct StandingWait: Sendable {
  /// How many sleepers are named.
  private static let shown = 10

  private(set) var first: [String] = []
  private(set) var count = 0
  /// Whether the test has been told.
  var isTold = false

  mutating func note(_ sleeper: Sleeper) {
    count += 1
    if first.count < Self.shown { first.append(sleeper.description) }
  }

  /// A line for each named sleeper, and one for the rest.
  var lines: [String] { first + (count > first.count ? ["… and \(count - first.count) more"] : []) }
}
