/// How often, and with what, a flaky response fails.
struct Flakiness: Sendable {
  /// The share of uses that fail, from 0 to 1.
  let rate: Double
  /// The seed of the sequence of failures.
  let seed: UInt64
  /// The error of a use that fails.
  let error: any Error & Sendable

  /// The error if the use with this number fails, else nil.
  func fault(onTurn turn: Int) -> (any Error & Sendable)? {
    var random = SeededRandom(seed: seed, turn: turn)
    return random.nextFraction() < rate ? error : nil
  }
}
