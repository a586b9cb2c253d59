import StubKit

/// Makes values that are valid against several schemas at once.
struct ExampleMaker {
  let schema: Schema
  let direction: SchemaDirection?
  let includesOptional: Bool
  let isRandom: Bool
  var random: SeededRandom
  /// The schemas whose values are being made, the innermost last.
  private var open: [SchemaNode] = []
  /// How many alternatives were tried; other costly work counts as several.
  var attempts = 0
  private static let mostAttempts = 10_000
  /// How often one schema may be in `open`; once `deepest` schemas are in it, none is added.
  private static let mostRepetitions = 4
  private static let deepest = 100

  /// One way to be valid: the schemas that apply, and members whose values are fixed.
  struct Choice {
    var nodes: [SchemaNode]
    var members: [String: StubJSON] = [:]
  }

  init(
    schema: Schema, direction: SchemaDirection?, seed: UInt64, includesOptional: Bool
  ) {
    (self.schema, self.direction) = (schema, direction)
    self.includesOptional = includesOptional
    isRandom = seed != 0
    random = SeededRandom(seed: seed)
  }

  /// Makes a value that all `nodes` allow; different variants give different values if possible.
  mutating func value(
    of nodes: [SchemaNode], variant: Int = 0
  ) throws(SchemaExampleError) -> StubJSON {
    let repetitions = nodes.map { node in open.count { $0 === node } }.max() ?? 0
    guard repetitions < Self.mostRepetitions, open.count < Self.deepest else {
      throw failure(of: nodes, "it refers to itself without an end")
    }
    open += nodes
    defer { open.removeLast(nodes.count) }
    let start = Choice(nodes: Self.joined(nodes))
    if let suggestion = suggestion(of: start.nodes, for: nodes, variant: variant) {
      return suggestion
    }
    return try complete(start, after: 0, for: nodes, variant: variant)
  }

  /// Nil if no value can be made, or if a value of one of the schemas is being made already.
  mutating func optionalValue(of nodes: [SchemaNode], variant: Int = 0) -> StubJSON? {
    isOpen(nodes) ? nil : try? value(of: nodes, variant: variant)
  }

  func isOpen(_ nodes: [SchemaNode]) -> Bool {
    let joined = Self.joined(nodes)
    return open.contains { node in joined.contains { $0 === node } }
  }

  func failure(of nodes: [SchemaNode], _ reason: String) -> SchemaExampleError {
    SchemaExampleError(path: nodes.first?.path ?? schema.path, reason: reason)
  }

  mutating func number(below limit: Int) -> Int {
    isRandom ? Int.random(in: 0..<max(limit, 1), using: &random) : 0
  }

  private mutating func suggestion(
    of joined: [SchemaNode], for nodes: [SchemaNode], variant: Int
  ) -> StubJSON? {
    let suggestions = joined.flatMap(\.rules.suggestions)
    guard !suggestions.isEmpty else { return nil }
    let valid = suggestions.filter { problem(of: $0, for: nodes) == nil }
    guard !valid.isEmpty else { return nil }
    return valid[(variant + number(below: valid.count)) % valid.count]
  }

  /// Tries the alternatives of each group in turn, until a value that all `nodes` allow is made.
  private mutating func complete(
    _ choice: Choice, after position: Int, for nodes: [SchemaNode], variant: Int
  ) throws(SchemaExampleError) -> StubJSON {
    attempts += 1
    guard attempts < Self.mostAttempts else {
      throw failure(of: nodes, "there are too many alternatives to try")
    }
    var first: SchemaExampleError?
    for position in position..<max(choice.nodes.count, position) {
      let groups = groups(of: choice.nodes[position])
      guard !groups.isEmpty else { continue }
      for option in combinations(of: groups) {
        var next = choice
        next.nodes = Self.joined(choice.nodes + option.nodes)
        next.members.merge(option.members) { $1 }
        do throws(SchemaExampleError) {
          return try complete(next, after: position + 1, for: nodes, variant: variant)
        } catch {
          if first == nil { first = error }
        }
      }
      throw first ?? failure(of: nodes, "it has no alternatives")
    }
    return try build(choice, for: nodes, variant: variant)
  }

  private mutating func build(
    _ choice: Choice, for nodes: [SchemaNode], variant: Int
  ) throws(SchemaExampleError) -> StubJSON {
    if let suggestion = suggestion(of: choice.nodes, for: nodes, variant: variant) {
      return suggestion
    }
    guard !choice.nodes.contains(where: { $0.rules.constants != nil }) else {
      throw failure(of: nodes, "none of the values that are listed fits all the rest")
    }
    let kinds = choice.nodes.reduce(JSONKinds.all) {
      $0.intersection(JSONKinds(rawValue: $1.rules.kinds))
    }
    var first: SchemaExampleError?
    for kind in order(of: kinds, for: choice.nodes) {
      do throws(SchemaExampleError) {
        let value = try value(of: kind, choice, variant: variant)
        guard let problem = problem(of: value, for: nodes) else { return value }
        throw failure(of: nodes, "\(value.shortened(to: 60)) is not valid, \(problem)")
      } catch {
        if first == nil { first = error }
      }
    }
    let isNever = choice.nodes.contains { $0.rules.isNever }
    throw first
      ?? failure(of: nodes, isNever ? "nothing is allowed there" : "its types exclude each other")
  }

  private mutating func value(
    of kind: JSONKinds, _ choice: Choice, variant: Int
  ) throws(SchemaExampleError) -> StubJSON {
    switch kind {
    case .null: .null
    case .bool: .bool((variant + number(below: 2)) % 2 == 1)
    case .whole, .number: try number(choice.nodes, isWhole: kind == .whole, variant: variant)
    case .text: try text(choice.nodes, variant: variant)
    case .list: try list(choice.nodes, variant: variant)
    default: try object(choice, variant: variant)
    }
  }

  /// The kinds to try; those that the schemas have rules for come first.
  private mutating func order(of kinds: JSONKinds, for nodes: [SchemaNode]) -> [JSONKinds] {
    var order: [JSONKinds] = [.text, .whole, .number, .bool, .object, .list, .null]
    if isRandom { order.shuffle(using: &random) }
    let hinted = order.filter { kind in
      nodes.contains { node in
        switch kind {
        case .text: node.rules.text != nil
        case .whole, .number: node.rules.number != nil
        case .list: node.rules.list != nil
        case .object: node.rules.object != nil
        default: false
        }
      }
    }
    let all = hinted + order.filter { !hinted.contains($0) }
    return all.filter { kinds.contains($0) || $0 == .whole && kinds.contains(.number) }
  }

  private func problem(of value: StubJSON, for nodes: [SchemaNode]) -> String? {
    for node in nodes {
      let checked = Schema(node: node, isScoped: schema.isScoped, library: schema.library)
      let problems = checked.problems(in: value, direction: direction, limit: 1)
      if let problem = problems.first.first { return "\(problem.place): \(problem.sentence)" }
    }
    return nil
  }

  static func joined(_ nodes: [SchemaNode]) -> [SchemaNode] {
    var joined: [SchemaNode] = []
    for node in nodes.flatMap(\.joined) where !joined.contains(where: { $0 === node }) {
      joined.append(node)
    }
    return joined
  }
}
