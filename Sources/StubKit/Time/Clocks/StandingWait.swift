/// Those who wait, or have waited, for a time that nobody moves.
struct StandingWait: Sendable {
  /// More are not named.
  private static let shown = 10

  /// The first, in words.
  private(set) var first: [String] = []
  private(set) var count = 0
  /// Whether somebody has been told.
  var isTold = false

  mutating func note(_ sleeper: Sleeper) {
    count += 1
    if first.count < Self.shown { first.append(sleeper.description) }
  }

  /// A line for each, and one for the others.
  var lines: [String] { first + (count > first.count ? ["… and \(count - first.count) more"] : []) }
}
