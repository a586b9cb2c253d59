/// A small generator of random numbers (SplitMix64) that gives the same ones for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// One of the choices.
  mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int(next() % UInt64(choices.count))]
  }

  /// Up to `limit` pieces in a row.
  mutating func pieces(of choices: [String], upTo limit: Int) -> String {
    (0..<Int(next() % UInt64(limit + 1))).map { _ in pick(choices) }.joined()
  }
}
