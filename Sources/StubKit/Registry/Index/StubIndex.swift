/// Finds the best matching stub for a request.
///
/// A stub is looked up by the parts that its condition requires: host, path, method and so on. The
/// combination of these parts is its *signature*. One table holds all such stubs, and a request is
/// looked up once for each signature in use, however many stubs there are; the stubs that are found
/// are then compared with the request exactly. Stubs without such parts (closures, patterns,
/// negations) are residual: they are asked in order, as far as they rank above the best match.
struct StubIndex {
  /// A signature with the number of its stubs' keys; it stays until the index is empty.
  struct Family {
    let signature: Signature
    let seed: UInt64
    var count = 0
  }

  /// The signatures; a `Spot` refers to one by its position.
  private(set) var families: [Family] = []
  /// Lowercased; the number of a header field is the position of its name.
  private(set) var headerNames: [String] = []
  /// The lengths of the query names by which stubs are looked up, a bit for each length.
  var queryNameLengths: UInt64 = 0
  /// What is hashed of every request; query items are hashed one by one during the look-up.
  private(set) var neededParts: RequestPart.Set = []
  private(set) var needsSegments = false
  private(set) var table = Table()
  private(set) var residual = RankedStubs()
  private var count = 0

  var isEmpty: Bool { count == 0 }

  /// The stubs, oldest first; O(n log n).
  var stubs: [Stub] {
    var stubs = residual.stubs
    for slot in table.usedSlotsInAnyOrder {
      // A stub with several keys counts at its first one only.
      stubs += slot.stubs.filter { $0.placement.first.map { slot.isAt($0.key) } ?? false }
    }
    return stubs.sorted { $0.rank.number < $1.rank.number }
  }

  mutating func insert(_ stub: Stub) {
    count += 1
    guard !stub.placement.isEmpty else { return residual.insert(stub) }
    for spot in stub.placement {
      table.insert(stub, at: spot.key)
      let family = Int(spot.family)
      families[family].count += 1
      guard families[family].count == 1 else { continue }
      neededParts.formUnion(families[family].signature.parts)
      if case .template = families[family].signature.detail { needsSegments = true }
    }
  }

  mutating func remove(_ stub: Stub) {
    guard contains(stub) else { return }
    count -= 1
    if stub.placement.isEmpty { residual.remove(stub) }
    for spot in stub.placement {
      table.remove(stub, at: spot.key)
      families[Int(spot.family)].count -= 1
    }
    if isEmpty { self = StubIndex() }
  }

  func contains(_ stub: Stub) -> Bool {
    guard let spot = stub.placement.first else { return residual.contains(stub) }
    return table.contains(stub, at: spot.key)
  }

  /// Beyond this many, only signatures of limited kinds join: each costs every decision a look-up.
  @inline(__always)
  static var familyLimit: Int { 64 }

  /// Nil if there are too many signatures, and the number of this kind is unlimited.
  mutating func family(of signature: Signature) -> Int32? {
    if let number = families.firstIndex(where: { $0.signature == signature }) {
      return Int32(number)
    }
    if families.count >= Self.familyLimit, signature.isOneOfMany { return nil }
    families.append(Family(signature: signature, seed: signature.seed))
    return Int32(families.count - 1)
  }

  /// All lengths from 63 on share one bit.
  @inline(__always)
  static func lengthBit(_ length: Int) -> UInt64 { 1 << UInt64(min(length, 63)) }

  mutating func headerNumber(of name: String) -> Int? {
    let name = name.asciiLowercased
    if let number = headerNames.firstIndex(of: name) { return number }
    guard headerNames.count < Self.familyLimit else { return nil }
    headerNames.append(name)
    return headerNames.count - 1
  }
}

extension StubIndex {
  /// Whether a stub matches the request, or may match it.
  func hasMatch(for probe: RequestProbe) -> Bool {
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
    for probe: RequestProbe, below ceiling: Stub.Rank? = nil
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
    _ probe: RequestProbe,
    visit: (_ place: Int, _ probe: RequestProbe) -> Bool
  ) {
    guard !families.isEmpty else { return }
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: RequestHashes.size) { scratch in
      let hashes = RequestHashes(probe, for: self, scratch: scratch)
      for number in 0..<families.count where families[number].count > 0 {
        let detail = families[number].signature.detail
        guard var key = hashes.key(for: families[number].signature, of: probe) else { continue }
        key ^= families[number].seed
        guard families[number].signature.isOfQuery else {
          if let place = table.place(of: key), visit(place, probe) { return }
          continue
        }
        // The first key, mostly the only one, allocates nothing.
        var (firstAsked, othersAsked): (UInt64?, Set<UInt64>) = (nil, [])
        for pair in probe.url.queryPairs {
          // Most query items matter to no stub, and are not hashed.
          let mayMatter = queryNameLengths & Self.lengthBit(pair.rawName.count) != 0
          guard mayMatter || probe.url.isQueryEncoded else { continue }
          let full =
            key ^ RequestHashes.hash(of: pair, as: detail, ifEncoded: probe.url.isQueryEncoded)
          // A query may repeat an item many times; its stubs are asked once.
          guard let place = table.place(of: full), full != firstAsked,
            firstAsked == nil || othersAsked.insert(full).inserted
          else { continue }
          firstAsked = firstAsked ?? full
          if visit(place, probe) { return }
        }
      }
    }
  }

  @inline(__always)
  private func mayMatch(at place: Int, _ probe: RequestProbe) -> Bool {
    guard let comparisons = table[place].comparisons else { return mayMatchOneByOne(place, probe) }
    if comparisons.verdict(on: probe) != .no { return true }
    return table[place].others.isEmpty ? false : mayMatchOneByOne(place, probe)
  }

  @inline(never)
  private func mayMatchOneByOne(_ place: Int, _ probe: RequestProbe) -> Bool {
    var search = Search(ceiling: nil)
    search.consider(table[place], probe)
    return search.best != nil
  }

  private struct Search {
    let ceiling: Stub.Rank?
    private(set) var best: (stub: Stub, verdict: Verdict)?

    @inline(__always)
    mutating func consider(_ slot: Table.Slot, _ probe: RequestProbe) {
      guard let stub = slot.best else { return }
      if ceiling.map({ stub.rank < $0 }) ?? true, !goesOn(after: stub, probe) { return }
      if !slot.others.isEmpty { consider(slot.others, probe) }
    }

    @inline(never)
    mutating func consider(_ stubs: RankedStubs, _ probe: RequestProbe) {
      stubs.first(below: ceiling) { !goesOn(after: $0, probe) }
    }

    /// Asks a stub, and returns whether a lower-ranking one may still be the best.
    @inline(__always)
    private mutating func goesOn(after stub: Stub, _ probe: RequestProbe) -> Bool {
      if let best, stub.rank < best.stub.rank { return false }
      let verdict = stub.matcher.verdict(on: probe)
      guard verdict != .no else { return true }
      best = (stub, verdict)
      return false
    }
  }
}
