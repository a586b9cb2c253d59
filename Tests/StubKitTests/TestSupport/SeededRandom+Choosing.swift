import StubKit

extension SeededRandom {
  /// One of the choices.
  mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int(next() % UInt64(choices.count))]
  }

  /// Up to `limit` pieces in a row.
  mutating func pieces(of choices: [String], upTo limit: Int) -> String {
    (0..<Int(next() % UInt64(limit + 1))).map { _ in pick(choices) }.joined()
  }
}
