/// Numbers that are the same for the same seed: Steele, Lea and Flood's SplitMix64.
struct SoakRandom: RandomNumberGenerator {
  private var state: UInt64

  /// Numbers for one part of a run, unrelated to those of the others.
  init(seed: UInt64, part: Int = 0) {
    state = seed &+ UInt64(truncatingIfNeeded: part) &* 0xD1B5_4A32_D192_ED03
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Whether something happens that happens once in so many times.
  mutating func isOneIn(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &self) == 0
  }
}
