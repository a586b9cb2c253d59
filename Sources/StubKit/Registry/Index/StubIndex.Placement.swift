extension StubIndex {
  struct Spot: Sendable, Hashable {
    let family: Int32
    let key: UInt64
  }

  /// The keys that a stub stands under; none for a residual stub.
  struct Placement: Sendable, RandomAccessCollection {
    // Nearly every stub has one key, which needs no array.
    private let only: Spot?
    private let several: [Spot]

    fileprivate init(_ spots: [Spot]) {
      only = spots.count == 1 ? spots[0] : nil
      several = spots.count == 1 ? [] : spots
    }

    var startIndex: Int { 0 }
    var endIndex: Int { only == nil ? several.count : 1 }
    subscript(position: Int) -> Spot { only ?? several[position] }
  }

  /// Chooses a stub's keys; the next change to the index must insert the stub there.
  mutating func placement(for alternatives: [[RequestComparison]]) -> Placement {
    var spots: [Spot] = []
    for comparisons in alternatives {
      guard let found = self.spots(for: comparisons) else { return Placement([]) }
      for spot in found where !spots.contains(spot) { spots.append(spot) }
    }
    return Placement(spots)
  }

  /// Nil if the alternative has nothing to look up.
  private mutating func spots(for comparisons: [RequestComparison]) -> [Spot]? {
    var known: RequestPart.Set = []
    for case .whole(let part, _) in comparisons { known.formUnion(.init(part)) }
    var whole = Key()
    for case .whole(let part, let text) in comparisons
    where !(known.contains(.url) && part.isDecidedByURL) {
      // A request cannot have two texts for one part, so looking up one text finds every match.
      if !whole.signature.parts.contains(part) { whole.add(part, text) }
    }
    let details = comparisons.filter { $0.isDetail(beside: known) }
    let exact = details.filter(\.isExactDetail)
    var choices = (exact.isEmpty ? details : exact).flatMap { keys(whole, with: $0) }
    // The best detail is the one whose key has the fewest stubs so far.
    if choices.count > 1 {
      choices.sort { table.count(at: $0[0].place) < table.count(at: $1[0].place) }
    }
    // The last choice has no detail, since there may be too many signatures with details.
    choices.append([whole])
    for keys in choices {
      let spots = keys.compactMap { key -> Spot? in
        guard !key.signature.isEmpty else { return nil }
        return family(of: key.signature).map { Spot(family: $0, key: key.place) }
      }
      if spots.count == keys.count { return spots }
    }
    return nil
  }

  /// Returns the choices; a stub has to stand under all keys of the chosen one.
  private mutating func keys(_ whole: Key, with detail: RequestComparison) -> [[Key]] {
    switch detail {
    case .pathPrefix(let prefix, _):
      let hash = prefix.withBytes { StubIndex.hash($0) }
      return [[whole.with(.prefix(length: prefix.utf8.count), hash)]]
    case .pathTemplate(let template):
      let (shape, hash) = Self.shape(of: template)
      return [[whole.with(.template(shape), hash)]]
    case .queryName(let name):
      queryNameLengths |= Self.lengthBit(name.utf8.count)
      return [[whole.with(.queryName, name.withBytes { StubIndex.hash($0) })]]
    case .queryItems(let items):
      return items.map { item in
        queryNameLengths |= Self.lengthBit(item.name.utf8.count)
        let hash = item.name.withBytes { name in
          item.value?.withBytes { StubIndex.hash(name, $0) } ?? StubIndex.hash(name)
        }
        return [whole.with(.queryItem, hash)]
      }
    case .headerName(let name):
      return keys(whole, header: name, { .headerName($0) })
    case .headerValue(let name, let value):
      let hash = value.withBytes { StubIndex.hash($0) }
      return keys(whole, header: name, { .headerValue($0) }, hash)
    case .whole, .oneOf, .scheme, .port, .subdomain: return []
    }
  }

  private mutating func keys(
    _ whole: Key, header name: String, _ detail: (Int) -> Signature.Detail, _ hash: UInt64 = 0
  ) -> [[Key]] {
    guard let number = headerNumber(of: name) else { return [] }
    // The second key finds the stub in `canInit`, before the session has added the field.
    return [[whole.with(detail(number), hash), whole.with(.missingHeader(number), 0)]]
  }

  private static func shape(of template: PathTemplate) -> (shape: Shape, hash: UInt64) {
    var literals: UInt64 = 0
    let segments = template.segments.enumerated().map { position, segment -> UInt64 in
      guard case .literal(let text) = segment else { return 0 }
      literals |= 1 << UInt64(position)
      return text.withBytes { StubIndex.hash($0) }
    }
    let shape = Shape(count: segments.count, literals: literals)
    return (shape, segments.withUnsafeBufferPointer { StubIndex.hash(shape, segments: $0) })
  }

  private struct Key {
    var signature = Signature()
    var hash: UInt64 = 0

    var place: UInt64 { hash ^ signature.seed }

    mutating func add(_ part: RequestPart, _ text: String) {
      signature.parts.formUnion(.init(part))
      hash ^= text.withBytes { part.hash($0) }
    }

    func with(_ detail: Signature.Detail, _ hash: UInt64) -> Key {
      Key(signature: Signature(parts: signature.parts, detail: detail), hash: self.hash ^ hash)
    }
  }
}

extension RequestComparison {
  /// Whether the comparison can be looked up, and the whole texts of `known` do not decide it.
  fileprivate func isDetail(beside known: RequestPart.Set) -> Bool {
    switch self {
    case .headerName, .headerValue: true
    case .queryName, .queryItems: !known.contains(.url)
    case .pathPrefix: !known.contains(.url) && !known.contains(.path)
    case .pathTemplate(let template):
      !known.contains(.url) && !known.contains(.path)
        && template.segments.count <= StubIndex.Shape.segmentLimit
    case .whole, .oneOf, .scheme, .port, .subdomain: false
    }
  }

  /// Whether the comparison leaves fewer stubs under one key than a name or a prefix does.
  fileprivate var isExactDetail: Bool {
    switch self {
    case .pathTemplate, .queryItems, .headerValue: true
    default: false
    }
  }
}
