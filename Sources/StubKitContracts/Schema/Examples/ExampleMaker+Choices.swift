import StubKit

extension ExampleMaker {
  /// A schema's groups of alternatives; one alternative of each group has to be chosen.
  mutating func groups(of node: SchemaNode) -> [[Choice]] {
    guard let branches = node.rules.branches else { return [] }
    var groups: [[Choice]] = []
    for alternatives in [branches.any, branches.one] where !alternatives.isEmpty {
      var choices = alternatives.map { Choice(nodes: [$0]) }
      if let discriminator = branches.discriminator {
        let positions = discriminator.values.names.indices.sorted {
          let isShown = (discriminator.isShown(at: $0), discriminator.isShown(at: $1))
          return isShown.0 != isShown.1 ? isShown.0 : $0 < $1
        }
        for position in positions {
          let target = discriminator.targets[position]
          guard let place = alternatives.firstIndex(where: { $0 === target }),
            choices[place].members.isEmpty,
            let property = discriminator.property.names.first
          else { continue }
          choices[place].members[property] = .string(discriminator.values.names[position])
        }
      }
      // An alternative may contradict the discriminator's value, so it is also tried without that.
      choices += choices.filter { !$0.members.isEmpty }.map { Choice(nodes: $0.nodes) }
      let first = number(below: alternatives.count)
      let turned = choices[first...] + choices[..<first]
      // Alternatives that would nest a schema in itself come last.
      groups.append(turned.filter { !isOpen($0.nodes) } + turned.filter { isOpen($0.nodes) })
    }
    if let condition = branches.condition {
      groups.append([
        Choice(nodes: [branches.otherwise].compactMap(\.self)),
        Choice(nodes: [condition] + [branches.then].compactMap(\.self)),
      ])
    }
    if let dynamic = branches.dynamic {
      groups.append([Choice(nodes: [dynamic.initial])])
    }
    return groups
  }

  func combinations(of groups: [[Choice]]) -> [Choice] {
    groups.reduce([Choice(nodes: [])]) { combinations, group in
      Array(
        combinations.flatMap { combination in
          group.map { choice in
            Choice(
              nodes: combination.nodes + choice.nodes,
              members: combination.members.merging(choice.members) { $1 })
          }
        }.prefix(256))
    }
  }
}
