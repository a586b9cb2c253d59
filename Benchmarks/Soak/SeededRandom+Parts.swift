import StubKit

extension SeededRandom {
  /// Numbers for one part of a run, unrelated to those of the others.
  init(seed: UInt64, part: Int) {
    self.init(seed: seed &+ UInt64(truncatingIfNeeded: part) &* 0xD1B5_4A32_D192_ED03)
  }

  /// Whether something happens that happens once in so many times.
  mutating func isOneIn(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &self) == 0
  }
}
