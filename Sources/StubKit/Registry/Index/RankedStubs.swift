/// Stubs in the order of their ranks, the best one last.
///
/// The newest stub mostly ranks highest, so that it is added and removed at the end.
struct RankedStubs {
  private(set) var stubs: [Stub] = []

  var isEmpty: Bool { stubs.isEmpty }

  mutating func insert(_ stub: Stub) {
    stubs.insert(stub, at: place(of: stub.rank))
  }

  mutating func remove(_ stub: Stub) {
    let place = place(of: stub.rank)
    if place < stubs.count, stubs[place] === stub { stubs.remove(at: place) }
  }

  mutating func popBest() -> Stub? { stubs.popLast() }

  func contains(_ stub: Stub) -> Bool {
    let place = place(of: stub.rank)
    return place < stubs.count && stubs[place] === stub
  }

  /// Calls `visit` with the stubs, best first, until it returns true; only with those below a rank, if
  /// given.
  @inline(__always)
  func first(below ceiling: Stub.Rank?, where visit: (Stub) -> Bool) {
    var end = ceiling.map(place) ?? stubs.count
    while end > 0 {
      end -= 1
      if visit(stubs[end]) { return }
    }
  }

  /// Returns the place of the first stub that does not rank below `rank`, or the end.
  private func place(of rank: Stub.Rank) -> Int {
    guard let last = stubs.last, rank <= last.rank else { return stubs.count }
    var (low, high) = (0, stubs.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if stubs[middle].rank < rank { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
