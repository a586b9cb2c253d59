/// How often, and with what, a flaky response fails.
struct Flakiness: Sendable {
  /// The share of uses that fail, from 0 to 1.
  let rate: Double
  /// The seed of the sequence of failures.
  let seed: UInt64
  let failure: StubResponse

  /// Returns the response if the use with this number fails, and nil otherwise.
  func failure(onTurn turn: Int) -> StubResponse? {
    var random = SeededRandom(seed: seed, turn: turn)
    return random.nextFraction() < rate ? failure : nil
  }
}
