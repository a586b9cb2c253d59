extension SchemaNode {
  /// The values that the schema allows, as parts of `a, b or c`; nil if they are not easily said.
  func phrases(depth: Int = 0) -> [String]? {
    guard depth < 8 else { return nil }
    let joined = joined
    if let constants = joined.lazy.compactMap(\.rules.constants).first {
      return constants.elementPhrases
    }
    let kinds = joined.reduce(JSONKinds.all) {
      $0.intersection(JSONKinds(rawValue: $1.rules.kinds))
    }
    if kinds != .all { return kinds.phrases }
    for branches in joined.compactMap(\.rules.branches) {
      for alternatives in [branches.any, branches.one] where !alternatives.isEmpty {
        let phrases = alternatives.map { $0.phrases(depth: depth + 1) }
        return phrases.contains { $0 == nil } ? nil : phrases.compactMap(\.self).flatMap(\.self)
      }
    }
    return nil
  }
}
