extension StubIndex {
  /// The place of a stub in an index: under some keys, or among the residual stubs.
  struct Placement: Sendable {
    /// A key and the number of its family.
    struct Spot: Sendable, Hashable {
      let key: UInt64
      private let storedFamily: Int32
      var family: Int { Int(storedFamily) }

      init(family: Int, key: UInt64) {
        self.key = key
        storedFamily = Int32(family)
      }
    }

    // Nearly every stub has one key, which needs no array.
    private let only: Spot?
    private let several: [Spot]

    /// - Parameter spots: The keys; none for a residual stub.
    fileprivate init(_ spots: [Spot]) {
      only = spots.count == 1 ? spots[0] : nil
      several = spots.count == 1 ? [] : spots
    }
  }

  /// Chooses the place for a stub of this condition; the next change must insert it there.
  mutating func placement(for alternatives: [[RequestComparison]]) -> Placement {
    var spots: [Placement.Spot] = []
    for comparisons in alternatives {
      guard let found = self.spots(for: Terms(comparisons)) else { return Placement([]) }
      for spot in found where !spots.contains(spot) { spots.append(spot) }
    }
    return Placement(spots)
  }

  /// Returns the keys of one alternative; nil if there is nothing to look up.
  private mutating func spots(for terms: Terms) -> [Placement.Spot]? {
    for name in terms.namesInQuery { note(queryName: name) }
    // Coarser levels are used when there are too many signatures of the finer ones.
    for level in Terms.Level.allCases {
      let plain = terms.partialKey(level)
      let query = chooseQuery(terms, beside: plain)
      let partial = plain.adding(query)
      if level == .all, let spots = headerSpots(terms, beside: partial) { return spots }
      guard !partial.signature.isEmpty, let family = family(of: partial.signature) else { continue }
      return [Placement.Spot(family: family, key: partial.key)]
    }
    return nil
  }

  /// Chooses the query item that leaves the fewest stubs under one key.
  private func chooseQuery(_ terms: Terms, beside partial: PartialKey) -> PartialKey? {
    let choices = terms.queryKeys
    guard choices.count > 1 else { return choices.first }
    return choices.min {
      table.countAtMost(at: $0.key ^ partial.key) < table.countAtMost(at: $1.key ^ partial.key)
    }
  }

  /// Returns the keys with the header field that leaves the fewest stubs under one key.
  ///
  /// By the second key the stub is found in `canInit`, before the session has added the field.
  private mutating func headerSpots(
    _ terms: Terms, beside partial: PartialKey
  ) -> [Placement.Spot]? {
    var choices: [(present: PartialKey, missing: PartialKey)] = []
    for (name, value) in terms.headers {
      guard let number = headerNumber(of: name) else { continue }
      let present =
        value.map { PartialKey(header: number, value: $0) } ?? PartialKey(header: number)
      choices.append((partial.adding(present), partial.adding(PartialKey(missingHeader: number))))
    }
    let best = choices.min {
      table.countAtMost(at: $0.present.key) < table.countAtMost(at: $1.present.key)
    }
    guard let best, let present = family(of: best.present.signature),
      let missing = family(of: best.missing.signature)
    else { return nil }
    return [
      Placement.Spot(family: present, key: best.present.key),
      Placement.Spot(family: missing, key: best.missing.key),
    ]
  }
}

extension StubIndex.Placement: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { only == nil ? several.count : 1 }
  subscript(position: Int) -> Spot { only ?? several[position] }
}
