/// Where a value is not what a schema describes: the first places, and how many there are.
struct SchemaProblems: Sendable, Hashable {
  let first: [SchemaProblem]
  let count: Int
  /// Whether the value could not be checked.
  var isGivenUp = false

  static let none = SchemaProblems(first: [], count: 0)

  var isEmpty: Bool { count == 0 }
}
