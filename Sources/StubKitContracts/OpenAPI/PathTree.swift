/// A tree of segments, in which the path of a request is found in few steps.
struct PathTree<Value: Sendable>: Sendable {
  private var literals: [String: PathTree] = [:]
  /// The segments with variables, the most concrete first.
  private var templates: [(segment: PathSegment, tree: PathTree)] = []
  private(set) var value: Value?

  mutating func insert(_ path: some Collection<PathSegment>, _ value: Value) {
    guard let first = path.first else {
      self.value = value
      return
    }
    let rest = path.dropFirst()
    if let literal = first.literal {
      return literals[literal, default: PathTree()].insert(rest, value)
    }
    if let position = templates.firstIndex(where: { $0.segment.form == first.form }) {
      return templates[position].tree.insert(rest, value)
    }
    var tree = PathTree()
    tree.insert(rest, value)
    let position =
      templates.firstIndex { $0.segment.concreteness < first.concreteness } ?? templates.count
    templates.insert((first, tree), at: position)
  }

  /// Returns the value of the most concrete path that fits the segments.
  func first(_ segments: ArraySlice<String>) -> Value? {
    guard let first = segments.first else { return value }
    let rest = segments.dropFirst()
    if let found = literals[first]?.first(rest) { return found }
    for (segment, tree) in templates where segment.matches(first) {
      if let found = tree.first(rest) { return found }
    }
    return nil
  }
}

extension PathSegment {
  /// Equal for segments that differ only in the names of their variables.
  var form: [Part] {
    parts.map { part in
      if case .variable(_, let values) = part { .variable("", among: values) } else { part }
    }
  }
}
