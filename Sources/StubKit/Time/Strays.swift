/// The steps that are nobody's; see `JobLane`.
enum Strays {
  /// Those that were waited for in vain.
  private static let blocked = Locked<Set<Int>>([])

  /// Those that are being taken, and may end.
  static var known: Set<Int> {
    let known = Lanes.strays
    return blocked.withLock { blocked in
      blocked.formIntersection(known)
      return known.subtracting(blocked)
    }
  }

  /// Waits no more for some of them: they may be anybody's.
  static func giveUp(_ strays: Set<Int>) {
    blocked.withLock { $0.formUnion(strays.intersection(Lanes.strays)) }
  }
}
