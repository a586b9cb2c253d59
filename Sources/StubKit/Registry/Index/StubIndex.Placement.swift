extension StubIndex {
  /// A key and the number of its family.
  struct Spot: Sendable, Hashable {
    let family: Int32
    let key: UInt64
  }

  /// Chooses a stub's keys, none for a residual one; the next change must insert the stub there.
  mutating func placement(for alternatives: [[RequestComparison]]) -> Placement {
    var spots: [Spot] = []
    for comparisons in alternatives {
      guard let found = self.spots(for: Terms(comparisons)) else { return Placement([]) }
      for spot in found where !spots.contains(spot) { spots.append(spot) }
    }
    return Placement(spots)
  }

  /// Returns the keys of one alternative; nil if there is nothing to look up.
  private mutating func spots(for terms: Terms) -> [Spot]? {
    for name in terms.namesInQuery { queryNameLengths |= Self.lengthBit(name.utf8.count) }
    // Where there are too many signatures with a header, or with a template, they are left out.
    for leavesOutPattern in [false, true] {
      let partial = terms.wholes(withPattern: !leavesOutPattern)
      // The query item that leaves the fewest stubs under one key.
      let choices = terms.queryChoices.map { partial.adding($0) }
      let whole = choices.count < 2 ? choices.first : choices.min { count(at: $0) < count(at: $1) }
      let chosen = whole ?? partial
      if !leavesOutPattern, let spots = headerSpots(terms, beside: chosen) { return spots }
      guard !chosen.signature.isEmpty, let family = family(of: chosen.signature) else { continue }
      return [Spot(family: family, key: chosen.key)]
    }
    return nil
  }

  private func count(at partial: PartialKey) -> Int { table.count(at: partial.key) }

  /// Returns the keys with the header field that leaves the fewest stubs under one key.
  ///
  /// By the second key the stub is found in `canInit`, before the session has added the field.
  private mutating func headerSpots(_ terms: Terms, beside partial: PartialKey) -> [Spot]? {
    var choices: [(present: PartialKey, missing: PartialKey)] = []
    for (name, value) in terms.headers {
      guard let number = headerNumber(of: name) else { continue }
      choices.append(
        (partial.adding(header: number, value: value), partial.adding(missingHeader: number)))
    }
    let best = choices.min { count(at: $0.present) < count(at: $1.present) }
    guard let best, let present = family(of: best.present.signature),
      let missing = family(of: best.missing.signature)
    else { return nil }
    return [
      Spot(family: present, key: best.present.key), Spot(family: missing, key: best.missing.key),
    ]
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

  /// A key that may still grow, with its signature so far.
  private struct PartialKey {
    var signature = Signature()
    var key: UInt64 = 0

    mutating func add(_ part: RequestPart, _ text: String) {
      signature.parts.formUnion(RequestPart.Set(part))
      key ^= text.withBytes { part.hash($0) }
    }

    mutating func add(prefix: String) {
      signature.path = .prefix(length: prefix.utf8.count)
      key ^= prefix.withBytes { Role.prefix.hash($0) }
    }

    mutating func add(_ template: PathTemplate) {
      var literals: UInt64 = 0
      let segments = template.segments.enumerated().map { position, segment -> UInt64 in
        guard case .literal(let text) = segment else { return 0 }
        literals |= 1 << UInt64(position)
        return text.withBytes { Role.segment.hash($0) }
      }
      let shape = Shape(count: segments.count, literals: literals)
      signature.path = .template(shape)
      key ^= segments.withUnsafeBufferPointer { Role.hash(shape, segments: $0) }
    }

    func adding(_ choice: Terms.QueryChoice) -> PartialKey {
      var sum = self
      switch choice {
      case .name(let name):
        sum.signature.query = .name
        sum.key ^= name.withBytes { Role.queryName.hash($0) }
      case .item(let item):
        sum.signature.query = .item
        sum.key ^= item.name.withBytes { name in
          guard let value = item.value else { return Role.hash(queryItem: name, value: nil) }
          return value.withBytes { Role.hash(queryItem: name, value: $0) }
        }
      }
      return sum
    }

    func adding(header number: Int, value: String?) -> PartialKey {
      var sum = self
      sum.signature.header = value == nil ? .name(number) : .value(number)
      sum.key ^=
        value?.withBytes { Role.hash(header: number, value: $0) }
        ?? Role.headerName.hash(header: number)
      return sum
    }

    func adding(missingHeader number: Int) -> PartialKey {
      var sum = self
      sum.signature.header = .missing(number)
      sum.key ^= Role.missingHeader.hash(header: number)
      return sum
    }
  }

  /// The parts of one alternative of a condition that can be looked up.
  private struct Terms {
    enum QueryChoice {
      case name(String)
      case item(QueryItem)
    }

    private var wholes: [(part: RequestPart, text: String)] = []
    private var template: PathTemplate?
    private var prefix: String?
    private var queryItems: [QueryItem] = []
    private var queryNames: [String] = []
    private(set) var headers: [(name: String, value: String?)] = []

    init(_ comparisons: [RequestComparison]) {
      for comparison in comparisons { add(comparison) }
      // The value of a field is more selective than its presence.
      if headers.contains(where: { $0.value != nil }) { headers.removeAll { $0.value == nil } }
    }

    private mutating func add(_ comparison: RequestComparison) {
      switch comparison {
      case .whole(let part, let text):
        // Two texts for one part never hold together, so either finds every match.
        if !wholes.contains(where: { $0.part == part }) { wholes.append((part, text)) }
      case .pathTemplate(let found):
        if found.segments.count <= Shape.segmentLimit { template = found }
      case .pathPrefix(let text, _):
        if text.utf8.count > prefix?.utf8.count ?? 0 { prefix = text }
      case .queryName(let name): queryNames.append(name)
      case .queryItems(let items): queryItems += items
      case .headerName(let name): headers.append((name, nil))
      case .headerValue(let name, let value): headers.append((name, value))
      case .oneOf, .scheme, .port, .subdomain: break
      }
    }

    /// Returns the key without query and header.
    func wholes(withPattern: Bool) -> PartialKey {
      var partial = PartialKey()
      for (part, text) in wholes where !(part.isInURL && knowsURL) { partial.add(part, text) }
      guard withPattern, !knowsURL, !partial.signature.parts.contains(.path) else { return partial }
      if let template {
        partial.add(template)
      } else if let prefix {
        partial.add(prefix: prefix)
      }
      return partial
    }

    /// Whether the whole URL is known, which implies its parts.
    private var knowsURL: Bool { wholes.contains { $0.part == .url } }

    var namesInQuery: [String] { queryItems.map(\.name) + queryNames }

    var queryChoices: [QueryChoice] {
      if knowsURL { return [] }
      return queryItems.isEmpty ? queryNames.map { .name($0) } : queryItems.map { .item($0) }
    }
  }
}
