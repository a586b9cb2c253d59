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
