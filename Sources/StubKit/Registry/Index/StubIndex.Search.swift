extension StubIndex {
  /// Whether a stub matches the request, or may match it.
  func hasMatch(for probe: borrowing RequestProbe) -> Bool {
    var isFound = false
    lookUp(probe) { place, probe in
      isFound = mayMatch(at: place, probe)
      return isFound
    }
    guard !isFound, !residual.isEmpty else { return isFound }
    var search = Search(ceiling: nil)
    search.consider(residual, probe)
    return search.best != nil
  }

  /// Returns the best stub that matches or may match the request, below `ceiling` if given.
  ///
  /// - Complexity: O(number of signatures + number of residual stubs ranked above the result), as
  /// long as few stubs have equal keys.
  func best(
    for probe: borrowing RequestProbe, below ceiling: Stub.Rank? = nil
  ) -> (stub: Stub, verdict: Verdict)? {
    var search = Search(ceiling: ceiling)
    lookUp(probe) { place, probe in
      search.consider(table[place], probe)
      return false
    }
    // Residual stubs come last, since a match so far rules out all that rank below it.
    search.consider(residual, probe)
    return search.best
  }

  /// Visits the places of the request's keys until `visit` returns true.
  @inline(__always)
  private func lookUp(
    _ probe: borrowing RequestProbe,
    visit: (_ place: Int, _ probe: borrowing RequestProbe) -> Bool
  ) {
    guard !families.isEmpty else { return }
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: RequestHashes.size) { scratch in
      let hashes = RequestHashes(probe, for: self, scratch: scratch)
      var asked = AskedKeys()
      for number in 0..<families.count where families[number].count > 0 {
        let detail = families[number].signature.detail
        guard let key = hashes.key(for: families[number].signature, of: probe) else { continue }
        guard families[number].signature.isOfQuery else {
          if let place = table.place(of: key), visit(place, probe) { return }
          continue
        }
        for pair in probe.url.queryPairs {
          // Most query items matter to no stub, and are not hashed.
          let mayMatter = queryNameLengths & Self.lengthBit(pair.rawName.count) != 0
          guard mayMatter || probe.url.isQueryEncoded else { continue }
          let full =
            key ^ RequestHashes.hash(of: pair, as: detail, ifEncoded: probe.url.isQueryEncoded)
          // A query may repeat an item many times; its stubs are asked once.
          guard let place = table.place(of: full), asked.insert(full) else { continue }
          if visit(place, probe) { return }
        }
      }
    }
  }

  @inline(__always)
  private func mayMatch(at place: Int, _ probe: borrowing RequestProbe) -> Bool {
    guard let comparisons = table[place].comparisons else { return mayMatchOneByOne(place, probe) }
    if FlatComparisons.verdict(at: comparisons, on: probe) != .no { return true }
    return table[place].others.isEmpty ? false : mayMatchOneByOne(place, probe)
  }

  @inline(never)
  private func mayMatchOneByOne(_ place: Int, _ probe: borrowing RequestProbe) -> Bool {
    var search = Search(ceiling: nil)
    search.consider(table[place], probe)
    return search.best != nil
  }

  private struct AskedKeys {
    private var first: UInt64?
    private var others: Set<UInt64> = []

    /// Whether the key is new; the first key, mostly the only one, allocates nothing.
    @inline(__always)
    mutating func insert(_ key: UInt64) -> Bool {
      guard let first else {
        first = key
        return true
      }
      return key != first && others.insert(key).inserted
    }
  }

  private struct Search {
    let ceiling: Stub.Rank?
    private(set) var best: (stub: Stub, verdict: Verdict)?

    @inline(__always)
    mutating func consider(_ slot: Table.Slot, _ probe: borrowing RequestProbe) {
      guard let stub = slot.best else { return }
      if ceiling.map({ stub.rank < $0 }) ?? true, !goesOn(after: stub, probe) { return }
      if !slot.others.isEmpty { consider(slot.others, probe) }
    }

    @inline(never)
    mutating func consider(_ stubs: RankedStubs, _ probe: borrowing RequestProbe) {
      stubs.first(below: ceiling) { !goesOn(after: $0, probe) }
    }

    /// Asks a stub, and returns whether a lower-ranking one may still be the best.
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
