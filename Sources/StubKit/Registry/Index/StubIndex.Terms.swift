extension StubIndex {
  /// A key that may still grow, with the signature that it has so far.
  struct PartialKey {
    var signature = Signature()
    var key: UInt64 = 0

    /// The key with the parts of another added, of which this one must have none.
    func adding(_ other: PartialKey?) -> PartialKey {
      guard let other else { return self }
      var sum = self
      sum.key ^= other.key
      sum.signature.host = signature.host || other.signature.host
      sum.signature.method = signature.method || other.signature.method
      if signature.path == .nothing { sum.signature.path = other.signature.path }
      if signature.query == .nothing { sum.signature.query = other.signature.query }
      if signature.header == .nothing { sum.signature.header = other.signature.header }
      return sum
    }
  }

  /// What one alternative of a condition can be looked up by, one requirement of a kind.
  struct Terms {
    /// How much of it becomes the key.
    enum Level: CaseIterable {
      case all
      case withoutHeader
      /// Without header, template and prefix, so that there are only a few signatures.
      case few
    }

    private var url: String?
    private var host: String?
    private var method: String?
    private var path: String?
    private var template: PathTemplate?
    private var prefix: String?
    private var queryItems: [(name: String, value: String?)] = []
    private var queryNames: [String] = []
    private(set) var headers: [(name: String, value: String?)] = []

    init(_ requirements: [Requirement]) {
      for requirement in requirements {
        switch requirement {
        case .url(let text): url = text
        case .host(let text): host = text
        case .method(let methods): if methods.count == 1 { method = methods[0] }
        case .path(let text): path = text
        case .template(let found):
          if found.segments.count <= Shape.segmentLimit { template = found }
        case .pathPrefix(let text):
          if text.utf8.count > prefix?.utf8.count ?? 0 { prefix = text }
        case .queryItem(let name, .any): queryNames.append(name)
        case .queryItem(let name, .exactly(let value)): queryItems.append((name, value))
        case .header(let name, let value): headers.append((name, value))
        }
      }
      // A field whose value is asked for says more than one that must only be there.
      if headers.contains(where: { $0.value != nil }) { headers.removeAll { $0.value == nil } }
    }

    /// The key of everything but query and header.
    func partialKey(_ level: Level) -> PartialKey {
      var partial = PartialKey()
      if let method { partial = partial.adding(PartialKey(method: method)) }
      // The whole URL is known, then host and path are, too.
      if let url { return partial.adding(PartialKey(url: url)) }
      if let host { partial = partial.adding(PartialKey(host: host)) }
      if let path { return partial.adding(PartialKey(path: path)) }
      guard level != .few else { return partial }
      if let template { return partial.adding(PartialKey(template: template)) }
      if let prefix { return partial.adding(PartialKey(prefix: prefix)) }
      return partial
    }

    /// The names of all query items that are asked for.
    var namesInQuery: [String] { queryItems.map(\.name) + queryNames }

    /// The query items to choose from; with the whole URL known, none says any more.
    var queryKeys: [PartialKey] {
      if url != nil { return [] }
      if !queryItems.isEmpty {
        return queryItems.map { PartialKey(query: $0.name, value: $0.value) }
      }
      return queryNames.map { PartialKey(query: $0) }
    }
  }
}
