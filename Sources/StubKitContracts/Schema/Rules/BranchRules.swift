/// The subschemas that a schema applies to its own value, not to parts of that value.
final class BranchRules: Sendable {
  /// A `$dynamicRef`, whose target depends on the schemas that the walk is inside of.
  struct Dynamic: Sendable {
    let initial: SchemaNode
    /// The schemas that have the anchor, by `SchemaNode.resource`.
    let targets: [Int: SchemaNode]
  }

  /// The target of `$ref`, and the schemas of `allOf`.
  let all: [SchemaNode]
  let any: [SchemaNode]
  let one: [SchemaNode]
  let not: SchemaNode?
  let condition: SchemaNode?
  let then: SchemaNode?
  let otherwise: SchemaNode?
  let dynamic: Dynamic?
  let discriminator: SchemaDiscriminator?

  /// The schemas that apply to some values only, by the keyword that chooses among them.
  var others: [[SchemaNode]] { [any, one, [then, otherwise].compactMap(\.self)] }

  init(
    all: [SchemaNode], any: [SchemaNode], one: [SchemaNode], not: SchemaNode?,
    condition: SchemaNode?, then: SchemaNode?, otherwise: SchemaNode?, dynamic: Dynamic?,
    discriminator: SchemaDiscriminator?
  ) {
    (self.all, self.any, self.one, self.not) = (all, any, one, not)
    (self.condition, self.then, self.otherwise) = (condition, then, otherwise)
    (self.dynamic, self.discriminator) = (dynamic, discriminator)
  }
}

/// The member whose value tells which alternative an object is meant to be.
final class SchemaDiscriminator: Sendable {
  let property: NameTable
  let values: NameTable
  /// The alternative for each of `values`.
  let targets: [SchemaNode]
  /// The values that messages list; the name of a mapped schema is accepted, but not listed.
  let shown: [String]
  private let isMapped: Bool
  private let isComplete: Bool

  /// Whether each alternative has a value, so that an unknown value is a problem.
  ///
  /// False without a mapping if an alternative checks the value itself, by `const` or `enum`.
  func isComplete(for branches: [SchemaNode]) -> Bool {
    isComplete && (isMapped || !branches.contains { $0.listsValues(of: property) })
  }

  func isShown(at position: Int) -> Bool { shown.contains(values.names[position]) }

  init(
    property: NameTable, values: NameTable, targets: [SchemaNode], shown: [String],
    isMapped: Bool, isComplete: Bool
  ) {
    (self.property, self.values, self.targets) = (property, values, targets)
    (self.shown, self.isMapped, self.isComplete) = (shown, isMapped, isComplete)
  }
}

extension SchemaNode {
  fileprivate func listsValues(of property: NameTable) -> Bool {
    joined.contains { node in
      guard let object = node.rules.object, let names = object.names else { return false }
      let place = names.position(ofNameAt: 0, of: property)
      let member = place < 0 ? nil : object.members[place]
      return member?.joined.contains { $0.rules.constants != nil } == true
    }
  }
}
