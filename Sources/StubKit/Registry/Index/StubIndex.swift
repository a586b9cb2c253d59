/// Finds the best matching stub for a request.
///
/// A stub is looked up by the parts that its condition requires: host, path, method and so on. The
/// combination of these parts is its *signature*. All stubs stand in one table, and a request is looked up
/// once for each signature in use, however many stubs there are; the stubs that are found are compared with
/// the request exactly. Stubs without such parts (closures, patterns, negations) are residual: they are
/// asked in order, as far as they rank above the best match.
struct StubIndex {
  /// A signature with the number of its keys.
  struct Family {
    let signature: Signature
    var count = 0
  }

  /// The signatures; a `Spot` refers to one by its position.
  private(set) var families: [Family] = []
  private var familyNumbers: [Signature: Int] = [:]
  /// The numbers of families that have lost their last stub.
  private var freeNumbers: [Int] = []
  /// The lowercased names of the header fields that stubs are looked up by.
  private(set) var headerNames: [String] = []
  /// A bit for each length of a query item's name that stubs are looked up by.
  private(set) var queryNameLengths: UInt64 = 0
  /// The hashes that the look-ups need.
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
      // A stub with several keys counts at its first one only.
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
    // An empty index begins anew, also with the numbers of header fields.
    if isEmpty { self = StubIndex() }
  }

  func contains(_ stub: Stub) -> Bool {
    guard let spot = stub.placement.first else { return residual.contains(stub) }
    return table.contains(stub, at: spot.key)
  }
}

/// Numbers families and header fields.
extension StubIndex {
  /// The largest number of signatures of the unlimited kinds.
  ///
  /// Each costs a look-up in every decision.
  @inline(__always)
  static var familyLimit: Int { 64 }

  /// Returns the number of a signature; nil if there are too many of its kind.
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

  /// Removes a family without stubs.
  private mutating func dissolve(_ number: Int) {
    familyNumbers[families[number].signature] = nil
    freeNumbers.append(number)
    needs = families.reduce(into: Needs()) { needs, family in
      if family.count > 0 { needs.insert(family.signature) }
    }
  }

  mutating func note(queryName name: String) {
    queryNameLengths |= Self.lengthBit(name.utf8.count)
  }

  /// Returns the bit for a length; all lengths from 63 on share one.
  @inline(__always)
  static func lengthBit(_ length: Int) -> UInt64 {
    1 << UInt64(min(length, 63))
  }

  /// Returns the number of a header field; nil if there are too many.
  mutating func headerNumber(of name: String) -> Int? {
    let name = name.asciiLowercased
    if let number = headerNames.firstIndex(of: name) { return number }
    guard headerNames.count < Self.familyLimit else { return nil }
    headerNames.append(name)
    return headerNames.count - 1
  }
}
