import StubKit

/// When a request is cancelled.
enum Moment: Equatable {
  case atOnce
  case after(Duration)
  case atTheEnd

  /// A moment for one in five requests, and for all that would never end.
  static func random(for kind: Kind, using random: inout SeededRandom) -> Moment? {
    guard kind == .hang || random.isOneIn(5) else { return nil }
    // Most answers take well under a millisecond.
    let longest = random.isOneIn(2) ? 300 : 5_000
    let after = Moment.after(.microseconds(Int.random(in: 0...longest, using: &random)))
    if random.isOneIn(3) { return .atOnce }
    return kind != .hang && random.isOneIn(3) ? .atTheEnd : after
  }
}
