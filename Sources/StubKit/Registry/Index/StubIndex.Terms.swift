extension StubIndex {
  /// A key that may still grow, with its signature so far.
  struct PartialKey {
    var signature = Signature()
    var key: UInt64 = 0

    /// Returns the key with the parts of another, which must not overlap.
    func adding(_ other: PartialKey?) -> PartialKey {
      guard let other else { return self }
      var sum = self
      sum.key ^= other.key
      sum.signature.parts.formUnion(other.signature.parts)
      if signature.path == .nothing { sum.signature.path = other.signature.path }
      if signature.query == .nothing { sum.signature.query = other.signature.query }
      if signature.header == .nothing { sum.signature.header = other.signature.header }
      return sum
    }
  }

  /// The parts of one alternative of a condition that can be looked up.
  struct Terms {
    /// How many of the parts become the key.
    enum Level: CaseIterable {
      case all
      case withoutHeader
      /// Without header, template and prefix, so that there are only a few signatures.
      case few
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
    func partialKey(_ level: Level) -> PartialKey {
      var partial = PartialKey()
      for (part, text) in wholes where !(part.isInURL && knowsURL) {
        partial = partial.adding(PartialKey(part, text))
      }
      guard level != .few, !knowsURL, !partial.signature.parts.contains(.path) else {
        return partial
      }
      if let template { return partial.adding(PartialKey(template: template)) }
      if let prefix { return partial.adding(PartialKey(prefix: prefix)) }
      return partial
    }

    /// Whether the whole URL is known, which implies its parts.
    private var knowsURL: Bool { wholes.contains { $0.part == .url } }

    var namesInQuery: [String] { queryItems.map(\.name) + queryNames }

    /// The query items to choose from.
    var queryKeys: [PartialKey] {
      if knowsURL { return [] }
      if !queryItems.isEmpty {
        return queryItems.map { PartialKey(query: $0.name, value: $0.value) }
      }
      return queryNames.map { PartialKey(query: $0) }
    }
  }
}
