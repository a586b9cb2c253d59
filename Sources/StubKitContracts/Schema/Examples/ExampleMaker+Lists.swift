import StubKit

extension ExampleMaker {
  mutating func list(
    _ nodes: [SchemaNode], variant: Int
  ) throws(SchemaExampleError) -> StubJSON {
    let rules = nodes.compactMap(\.rules.list)
    var wanted: [SchemaNode] = []
    for rule in rules {
      guard let contained = rule.contains else { continue }
      wanted += Array(repeating: contained, count: min(rule.minContains, 1_000))
    }
    let least = max(rules.map(\.minItems).max() ?? 0, wanted.count)
    let most = rules.compactMap(\.maxItems).min() ?? .max
    guard least <= most else {
      throw failure(
        of: nodes, "at least \(least) elements are needed, but at most \(most) are allowed")
    }
    guard least <= 10_000 else {
      throw failure(of: nodes, "at least \(least) elements are too many")
    }
    // Variants of a list differ in the first element, so each variant but 0 needs one.
    let count = min(max(least + number(below: 3), variant > 0 ? 1 : 0), most)
    let isUnique = rules.contains(where: \.isUnique)
    var elements: [StubJSON] = []
    var seen: Set<StubJSON> = []
    for position in 0..<count {
      var parts = rules.compactMap { rule in
        position < rule.prefix.count ? rule.prefix[position] : rule.items ?? rule.unevaluated
      }
      if count - position <= wanted.count { parts.append(wanted[count - position - 1]) }
      let start = position == 0 ? variant : isUnique ? position : 0
      let value =
        position < least
        ? try element(of: parts, from: start, isUnique: isUnique, &seen)
        : optionalValue(of: parts, variant: start)
      guard let value, !isUnique || position < least || seen.insert(value).inserted else { break }
      elements.append(value)
    }
    return .array(elements)
  }

  private mutating func element(
    of nodes: [SchemaNode], from variant: Int, isUnique: Bool,
    _ seen: inout Set<StubJSON>
  ) throws(SchemaExampleError) -> StubJSON {
    for turn in variant..<variant + (isUnique ? 64 : 1) {
      let value = try value(of: nodes, variant: turn)
      if !isUnique || seen.insert(value).inserted { return value }
    }
    throw failure(of: nodes, "there are too few values for elements that have to differ")
  }
}
