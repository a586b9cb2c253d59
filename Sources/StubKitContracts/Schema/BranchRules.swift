/// The other schemas that a schema applies to the same value.
final class BranchRules: Sendable {
  /// A `$dynamicRef`, whose target depends on the schemas that the walk has entered before.
  struct Dynamic: Sendable {
    let initial: SchemaNode
    /// The schemas that have the anchor, by the numbers of their resources.
    let targets: [Int: SchemaNode]
  }

  /// The schemas that have to hold: that of `$ref`, and those of `allOf`.
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
