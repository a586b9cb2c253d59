/// The stubs of a registry, in an order that finds the best match for a request.
struct StubIndex {
  /// Best first: the highest priority, then the newest.
  private var ordered: [Stub] = []

  /// The stubs, oldest first.
  var stubs: [Stub] {
    ordered.sorted { $0.rank.number < $1.rank.number }
  }

  var isEmpty: Bool { ordered.isEmpty }

  mutating func insert(_ stub: Stub) {
    ordered.insert(stub, at: position(of: stub.rank))
  }

  mutating func remove(_ stub: Stub) {
    let position = position(of: stub.rank)
    guard position < ordered.count, ordered[position] === stub else { return }
    ordered.remove(at: position)
  }

  func contains(_ stub: Stub) -> Bool {
    let position = position(of: stub.rank)
    return position < ordered.count && ordered[position] === stub
  }

  /// The best stub, below a rank if one is given, whose condition the request does not fail.
  ///
  /// - Complexity: O(number of stubs).
  func best(
    for probe: RequestProbe, below ceiling: Stub.Rank? = nil
  ) -> (stub: Stub, verdict: Verdict)? {
    for stub in ordered {
      if let ceiling, stub.rank >= ceiling { continue }
      let verdict = stub.condition.expression.verdict(on: probe)
      if verdict != .no { return (stub, verdict) }
    }
    return nil
  }

  /// Where a rank stands, or would stand.
  private func position(of rank: Stub.Rank) -> Int {
    var low = 0
    var high = ordered.count
    while low < high {
      let middle = (low + high) / 2
      if ordered[middle].rank > rank { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
