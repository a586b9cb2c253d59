final class ListRules: Sendable {
  let minItems: Int
  let maxItems: Int?
  let isUnique: Bool
  let prefix: [SchemaNode]
  /// The schema of the elements after `prefix`.
  let items: SchemaNode?
  let contains: SchemaNode?
  let minContains: Int
  let maxContains: Int?
  let unevaluated: SchemaNode?

  init(
    minItems: Int, maxItems: Int?, isUnique: Bool, prefix: [SchemaNode], items: SchemaNode?,
    contains: SchemaNode?, minContains: Int, maxContains: Int?, unevaluated: SchemaNode?
  ) {
    (self.minItems, self.maxItems, self.isUnique) = (minItems, maxItems, isUnique)
    (self.prefix, self.items) = (prefix, items)
    (self.contains, self.minContains, self.maxContains) = (contains, minContains, maxContains)
    self.unevaluated = unevaluated
  }
}
