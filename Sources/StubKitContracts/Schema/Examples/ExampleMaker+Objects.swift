import StubKit

extension ExampleMaker {
  mutating func object(
    _ choice: Choice, variant: Int
  ) throws(SchemaExampleError) -> StubJSON {
    var nodes = choice.nodes
    var names: Set<String> = []
    var rules: [ObjectRules] = []
    // A member can add schemas by `dependentSchemas`, and those can add members.
    while true {
      rules = nodes.compactMap(\.rules.object)
      names = self.names(in: rules, choice)
      let more = rules.compactMap(\.dependencies).flatMap { dependencies in
        dependencies.extensions.filter { names.contains(dependencies.names.names[$0.trigger]) }
          .map(\.schema)
      }
      let all = Self.joined(nodes + more)
      if all.count == nodes.count { break }
      nodes = all
    }
    var members: [String: StubJSON] = [:]
    let required = self.required(in: rules, names)
    for name in names.sorted() {
      if let given = choice.members[name] {
        members[name] = given
        continue
      }
      let schemas = Self.schemas(of: name, in: rules)
      if variant > 0 || !required.contains(name) {
        members[name] = optionalValue(of: schemas, variant: variant)
      }
      // A member without variants, such as an object that must be empty, takes variant 0 instead.
      if members[name] == nil {
        members[name] =
          required.contains(name) ? try value(of: schemas) : optionalValue(of: schemas)
      }
    }
    try fill(&members, nodes, rules, variant: variant)
    return .object(members)
  }

  /// The names of the members to make, including those that other members require.
  private mutating func names(in rules: [ObjectRules], _ choice: Choice) -> Set<String> {
    var names = Set(rules.flatMap(\.required)).union(choice.members.keys)
    for name in rules.flatMap(\.known) where includesOptional || number(below: 2) == 1 {
      names.insert(name)
    }
    names = names.filter { !isHidden(Self.schemas(of: $0, in: rules)) }
    return required(in: rules, names).union(names)
  }

  private func required(in rules: [ObjectRules], _ names: Set<String>) -> Set<String> {
    var required = Set(rules.flatMap(\.required)).intersection(names)
    let dependencies = rules.compactMap(\.dependencies)
    var isComplete = false
    while !isComplete {
      let all = dependencies.flatMap { dependencies in
        dependencies.needs.filter {
          let trigger = dependencies.names.names[$0.trigger]
          return names.contains(trigger) || required.contains(trigger)
        }.map { dependencies.names.names[$0.needed] }
      }
      isComplete = required.isSuperset(of: all)
      required.formUnion(all)
    }
    return required
  }

  /// Adds members up to `minProperties`; to have variants, an object needs at least one member.
  private mutating func fill(
    _ members: inout [String: StubJSON], _ nodes: [SchemaNode], _ rules: [ObjectRules],
    variant: Int
  ) throws(SchemaExampleError) {
    let least = rules.map(\.minMembers).max() ?? 0
    guard least <= 10_000 else {
      throw failure(of: nodes, "at least \(least) members are too many")
    }
    var nameRules = rules.compactMap(\.propertyNames)
    let known =
      rules.flatMap(\.known)
      + rules.flatMap(\.patterns).compactMap { pattern in
        (try? PatternSample(pattern.name.source))?.texts(variant: 0, least: 0, most: 64).first
      }
    var turn = 0
    while members.count < max(least, variant > 0 && members.isEmpty ? 1 : 0) {
      guard turn < known.count + least + 16 else {
        throw failure(of: nodes, "there are too few names for at least \(least) members")
      }
      var name = turn < known.count ? known[turn] : "member\(turn - known.count + 1)"
      if turn >= known.count, !nameRules.isEmpty {
        if let made = try? value(of: nameRules, variant: turn).string {
          name = made
        } else {
          // If no name can be made from the rules now, none can be made later.
          nameRules = []
        }
      }
      turn += 1
      let schemas = Self.schemas(of: name, in: rules)
      guard members[name] == nil, !isHidden(schemas) else { continue }
      members[name] = optionalValue(of: schemas, variant: variant)
    }
  }

  private static func schemas(of name: String, in rules: [ObjectRules]) -> [SchemaNode] {
    let all = rules.flatMap { rule -> [SchemaNode] in
      let position = rule.names?.names.firstIndex(of: name)
      let own = position.flatMap { rule.members[$0] }
      let patterns = rule.patterns.filter { $0.name.isFound(in: name) == true }.map(\.schema)
      let known = [own].compactMap(\.self) + patterns
      return known.isEmpty ? [rule.additional ?? rule.unevaluated].compactMap(\.self) : known
    }
    // `unevaluatedProperties: false` does not exclude a member that another schema describes.
    let open = all.filter { node in
      !(node.rules.isNever && rules.contains { $0.unevaluated === node })
    }
    return open.isEmpty ? (all.isEmpty ? [.anything] : all) : open
  }

  private func isHidden(_ nodes: [SchemaNode]) -> Bool {
    nodes.flatMap(\.joined).contains {
      direction == .request && $0.rules.isReadOnly || direction == .response && $0.rules.isWriteOnly
    }
  }
}
