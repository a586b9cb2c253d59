extension StubIndex {
  /// The best stub, below a rank if one is given, whose condition the request does not fail.
  ///
  /// - Complexity: O(number of signatures + number of residual stubs ranked above the result),
  ///   whatever the number of stubs, as long as few of them have equal keys.
  func best(
    for probe: borrowing RequestProbe, below ceiling: Stub.Rank? = nil
  ) -> (stub: Stub, verdict: Verdict)? {
    var search = Search(ceiling: ceiling)
    if !families.isEmpty {
      withUnsafeTemporaryAllocation(of: UInt64.self, capacity: RequestParts.scratchSize) {
        scratch in
        let parts = RequestParts(probe, needs: needs, headerNames: headerNames, scratch: scratch)
        for family in families where family.count > 0 {
          lookUp(family.signature, parts, probe, &search)
        }
      }
    }
    // Last, since what has been found by then spares asking those that rank below it.
    search.consider(residual, probe)
    return search.best
  }

  @inline(__always)
  private func lookUp(
    _ signature: Signature, _ parts: RequestParts, _ probe: borrowing RequestProbe,
    _ search: inout Search
  ) {
    guard let key = parts.key(for: signature) else { return }
    guard signature.query != .nothing else {
      return table.withSlot(of: key) { search.consider($0, probe) }
    }
    for pair in probe.url.queryPairs {
      // Most items of a query mean nothing to any stub, and need not be hashed.
      let mayMatter = queryNameLengths & Self.lengthBit(pair.rawName.count) != 0
      guard mayMatter || probe.url.isQueryEncoded else { continue }
      let full = key ^ parts.hash(of: pair, as: signature.query)
      table.withSlot(of: full) { slot in
        // An item may stand there a thousand times, and whoever was asked stays by the answer.
        if search.isNew(full) { search.consider(slot, probe) }
      }
    }
  }

  /// The best stub found so far.
  struct Search {
    /// Only stubs that rank below this are asked.
    let ceiling: Stub.Rank?
    private(set) var best: (stub: Stub, verdict: Verdict)?
    /// The keys with a query item whose stubs have been asked: the first one, and the others.
    private var firstKey: UInt64?
    private var otherKeys: Set<UInt64> = []

    init(ceiling: Stub.Rank?) {
      self.ceiling = ceiling
    }

    /// Notes a key, and returns whether it is there for the first time.
    ///
    /// Most requests have one such key at most, for which nothing is allocated.
    @inline(__always)
    mutating func isNew(_ key: UInt64) -> Bool {
      guard let firstKey else {
        firstKey = key
        return true
      }
      return key != firstKey && otherKeys.insert(key).inserted
    }

    /// Asks the stubs of one key.
    @inline(__always)
    mutating func consider(_ slot: borrowing Table.Slot, _ probe: borrowing RequestProbe) {
      guard let stub = slot.best else { return }
      if ceiling.map({ stub.rank < $0 }) ?? true, !goesOn(after: stub, probe) { return }
      if !slot.others.isEmpty { consider(slot.others, probe) }
    }

    /// Asks stubs in order.
    @inline(never)
    mutating func consider(_ stubs: RankedStubs, _ probe: borrowing RequestProbe) {
      stubs.first(below: ceiling) { !goesOn(after: $0, probe) }
    }

    /// Asks a stub, and returns whether one that ranks lower may still be the best.
    @inline(__always)
    private mutating func goesOn(after stub: Stub, _ probe: borrowing RequestProbe) -> Bool {
      if let best, stub.rank < best.stub.rank { return false }
      let verdict = stub.matcher.verdict(on: probe)
      guard verdict != .no else { return true }
      best = (stub, verdict)
      return false
    }
  }
}
