/// The stubs of a registry, in an order that finds the best match for a request.
///
/// A stub is looked up by what its condition necessarily asks for: host, path, method and so on.
/// Which of these together are its key is its *signature*; the stubs of all signatures stand in one
/// table, and a request is looked up once for each signature that some stub has, however many
/// stubs there are. What is found is compared with the request exactly. Stubs whose condition asks
/// for nothing that can be looked up (closures, patterns, negations) are residual: they are asked
/// in order, as far as they rank above what was found.
struct StubIndex {
  /// A signature with the number of keys that have it.
  struct Family {
    let signature: Signature
    var count = 0
  }

  /// The signatures; what a `Spot` names one by is its position.
  private(set) var families: [Family] = []
  private var familyNumbers: [Signature: Int] = [:]
  /// The numbers of families that have lost their last stub.
  private var freeNumbers: [Int] = []
  /// The names of the header fields that stubs are looked up by, lowercased.
  private(set) var headerNames: [String] = []
  /// A bit for each length that the name of some query item has that stubs are looked up by.
  private(set) var queryNameLengths: UInt64 = 0
  /// What of a request has to be hashed for the families that have stubs.
  private(set) var needs = Needs()
  private(set) var table = Table()
  private(set) var residual = RankedStubs()
  private var count = 0

  var isEmpty: Bool { count == 0 }

  /// The stubs, oldest first.
  ///
  /// - Complexity: O(n log n).
  var stubs: [Stub] {
    var stubs = residual.stubs
    for slot in table.usedSlotsInAnyOrder {
      // A stub with several keys is counted where its first one stands.
      let stubsHere = [slot.best].compactMap(\.self) + slot.others.stubs
      stubs += stubsHere.filter { $0.placement.first?.key == slot.key }
    }
    return stubs.sorted { $0.rank.number < $1.rank.number }
  }

  mutating func insert(_ stub: Stub) {
    count += 1
    guard !stub.placement.isEmpty else { return residual.insert(stub) }
    for spot in stub.placement {
      table.insert(stub, at: spot.key)
      families[spot.family].count += 1
      if families[spot.family].count == 1 {
        needs.insert(families[spot.family].signature)
      }
    }
  }

  mutating func remove(_ stub: Stub) {
    guard contains(stub) else { return }
    count -= 1
    if stub.placement.isEmpty { residual.remove(stub) }
    for spot in stub.placement {
      table.remove(stub, at: spot.key)
      families[spot.family].count -= 1
      if families[spot.family].count == 0 { dissolve(spot.family) }
    }
    // Numbers of header fields, too, are given out anew.
    if isEmpty { self = StubIndex() }
  }

  func contains(_ stub: Stub) -> Bool {
    guard let spot = stub.placement.first else { return residual.contains(stub) }
    return table.contains(stub, at: spot.key)
  }
}

/// The numbers by which families and header fields are named.
extension StubIndex {
  /// How many signatures there may be of those that can be any number, before stubs do without.
  ///
  /// Each costs a look-up in every decision.
  @inline(__always)
  static var familyLimit: Int { 64 }

  /// The number of a signature, or nil if there are too many of its like.
  mutating func family(of signature: Signature) -> Int? {
    if let number = familyNumbers[signature] { return number }
    let isFull = families.count - freeNumbers.count >= Self.familyLimit
    if isFull, signature.isOneOfMany { return nil }
    let number = freeNumbers.popLast() ?? families.count
    if number == families.count { families.append(Family(signature: signature)) }
    families[number] = Family(signature: signature)
    familyNumbers[signature] = number
    return number
  }

  /// Forgets a family that has lost its last stub.
  private mutating func dissolve(_ number: Int) {
    familyNumbers[families[number].signature] = nil
    freeNumbers.append(number)
    needs = families.reduce(into: Needs()) { needs, family in
      if family.count > 0 { needs.insert(family.signature) }
    }
  }

  /// Notes the name of a query item that a stub is looked up by.
  mutating func note(queryName name: String) {
    queryNameLengths |= Self.lengthBit(name.utf8.count)
  }

  /// The bit that stands for a length, and for all that are larger from 63 on.
  @inline(__always)
  static func lengthBit(_ length: Int) -> UInt64 {
    1 << UInt64(min(length, 63))
  }

  /// The number of a header field, or nil if there are too many.
  mutating func headerNumber(of name: String) -> Int? {
    let name = name.asciiLowercased
    if let number = headerNames.firstIndex(of: name) { return number }
    guard headerNames.count < Self.familyLimit else { return nil }
    headerNames.append(name)
    return headerNames.count - 1
  }
}
