/// Finds the best matching stub for a request.
///
/// A stub is looked up by the parts that its condition requires: host, path, method and so on. The
/// combination of these parts is its *signature*. One table holds all stubs, and a request is
/// looked up once for each signature in use, however many stubs there are; the stubs that are found
/// are then compared with the request exactly. Stubs without such parts (closures, patterns,
/// negations) are residual: they are asked in order, as far as they rank above the best match.
struct StubIndex {
  /// A signature with the number of its keys; the signature is empty once the last key is gone.
  struct Family {
    var signature: Signature
    var count = 0
  }

  struct Needs {
    private(set) var parts: RequestPart.Set = []
    private(set) var segments = false

    /// Query items need no entry: they are hashed one by one during the look-up.
    mutating func insert(_ signature: Signature) {
      parts.formUnion(signature.parts)
      if case .template = signature.detail { segments = true }
    }
  }

  /// The signatures; a `Spot` refers to one by its position.
  private(set) var families: [Family] = []
  /// Lowercased; the number of a header field is the position of its name.
  private(set) var headerNames: [String] = []
  /// The lengths of the query items' names that stubs are looked up by, a bit for each.
  var queryNameLengths: UInt64 = 0
  private(set) var needs = Needs()
  private(set) var table = Table()
  private(set) var residual = RankedStubs()
  private var count = 0

  var isEmpty: Bool { count == 0 }

  /// The stubs, oldest first; O(n log n).
  var stubs: [Stub] {
    var stubs = residual.stubs
    for slot in table.usedSlotsInAnyOrder {
      // A stub with several keys counts at its first one only.
      stubs += slot.stubs.filter { $0.placement.first?.key == slot.key }
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
      if families[family].count == 1 { needs.insert(families[family].signature) }
    }
  }

  mutating func remove(_ stub: Stub) {
    guard contains(stub) else { return }
    count -= 1
    if stub.placement.isEmpty { residual.remove(stub) }
    for spot in stub.placement {
      table.remove(stub, at: spot.key)
      let family = Int(spot.family)
      families[family].count -= 1
      if families[family].count == 0 { dissolve(family) }
    }
    // An empty index begins anew, with no header fields numbered.
    if isEmpty { self = StubIndex() }
  }

  func contains(_ stub: Stub) -> Bool {
    guard let spot = stub.placement.first else { return residual.contains(stub) }
    return table.contains(stub, at: spot.key)
  }

  /// From here on only signatures of a limited kind are added: each costs every decision a look-up.
  @inline(__always)
  static var familyLimit: Int { 64 }

  /// Nil if there are too many signatures of its kind.
  mutating func family(of signature: Signature) -> Int32? {
    if let number = families.firstIndex(where: { $0.signature == signature }) {
      return Int32(number)
    }
    let isFull = families.count { !$0.signature.isEmpty } >= Self.familyLimit
    if isFull, signature.isOneOfMany { return nil }
    let free = families.firstIndex { $0.signature.isEmpty }
    if let free { families[free].signature = signature }
    if free == nil { families.append(Family(signature: signature)) }
    return Int32(free ?? families.count - 1)
  }

  private mutating func dissolve(_ number: Int) {
    families[number].signature = Signature()
    needs = Needs()
    for family in families where family.count > 0 { needs.insert(family.signature) }
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
