extension StubIndex {
  /// Whether there is a stub whose condition the request does not fail.
  ///
  /// - Complexity: As for `best`, which visits more stubs for it.
  func hasMatch(for probe: borrowing RequestProbe) -> Bool {
    var anyMatch = AnyMatch()
    lookUp(probe, for: &anyMatch)
    guard !anyMatch.isFound, !residual.isEmpty else { return anyMatch.isFound }
    var search = Search(ceiling: nil)
    search.consider(residual, probe)
    return search.best != nil
  }

  /// Returns the best stub whose condition the request does not fail, below a rank if one is given.
  ///
  /// - Complexity: O(number of signatures + number of residual stubs ranked above the result), whatever the
  /// number of stubs, as long as few of them have equal keys.
  func best(
    for probe: borrowing RequestProbe, below ceiling: Stub.Rank? = nil
  ) -> (stub: Stub, verdict: Verdict)? {
    var search = Search(ceiling: ceiling)
    lookUp(probe, for: &search)
    // Asked last, since a match so far rules out all that rank below it.
    search.consider(residual, probe)
    return search.best
  }

  /// Looks up every key of a request until the visitor is done.
  @inline(__always)
  private func lookUp<V: SlotVisitor>(_ probe: borrowing RequestProbe, for visitor: inout V) {
    guard !families.isEmpty else { return }
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: RequestParts.scratchSize) { scratch in
      var parts = RequestParts(probe, needs: needs.parts, scratch: scratch)
      if needs.segments { parts.hashSegments(of: probe) }
      if needs.headers { parts.hashHeaders(of: probe, named: headerNames) }
      var asked = AskedKeys()
      for number in families.indices where families[number].count > 0 {
        lookUp(families[number].signature, parts, probe, &asked, for: &visitor)
        if visitor.isDone { return }
      }
    }
  }

  @inline(__always)
  private func lookUp<V: SlotVisitor>(
    _ signature: Signature, _ parts: RequestParts, _ probe: borrowing RequestProbe,
    _ asked: inout AskedKeys, for visitor: inout V
  ) {
    guard let key = parts.key(for: signature, of: probe) else { return }
    guard signature.query != .nothing else {
      if let place = table.place(of: key) { visitor.visit(place, of: table, probe) }
      return
    }
    for pair in probe.url.queryPairs {
      // Most query items matter to no stub, and are not hashed.
      let mayMatter = queryNameLengths & Self.lengthBit(pair.rawName.count) != 0
      guard mayMatter || probe.url.isQueryEncoded else { continue }
      let full =
        key
        ^ RequestParts.hash(
          of: pair, as: signature.query, ifEncoded: probe.url.isQueryEncoded)
      // An item may be repeated a thousand times, and the same stubs would answer the same.
      guard let place = table.place(of: full), asked.insert(full) else { continue }
      visitor.visit(place, of: table, probe)
      if visitor.isDone { return }
    }
  }

  /// The keys with a query item whose stubs have been asked.
  private struct AskedKeys {
    private var first: UInt64?
    private var others: Set<UInt64> = []

    /// Notes a key, and returns whether it is new.
    ///
    /// Most requests have at most one such key, which allocates nothing.
    @inline(__always)
    mutating func insert(_ key: UInt64) -> Bool {
      guard let first else {
        first = key
        return true
      }
      return key != first && others.insert(key).inserted
    }
  }

  /// Finds out whether there is a match at all.
  private struct AnyMatch: SlotVisitor {
    var isFound = false
    var isDone: Bool { isFound }

    @inline(__always)
    mutating func visit(_ place: Int, of table: borrowing Table, _ probe: borrowing RequestProbe) {
      isFound = table.mayMatch(at: place, probe)
    }
  }

  /// Finds the best stub.
  struct Search: SlotVisitor {
    var isDone: Bool { false }

    /// Only stubs that rank below this are asked.
    let ceiling: Stub.Rank?
    private(set) var best: (stub: Stub, verdict: Verdict)?

    init(ceiling: Stub.Rank?) {
      self.ceiling = ceiling
    }

    @inline(__always)
    mutating func visit(_ place: Int, of table: borrowing Table, _ probe: borrowing RequestProbe) {
      consider(table[place], probe)
    }

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

/// Visits the slots of a request's keys.
private protocol SlotVisitor {
  var isDone: Bool { get }
  mutating func visit(
    _ place: Int, of table: borrowing StubIndex.Table, _ probe: borrowing RequestProbe)
}
