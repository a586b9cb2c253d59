/// The first mismatches between a value and a schema, and the number of all.
struct SchemaProblems: Sendable, Hashable {
  let first: [SchemaProblem]
  let count: Int
  /// Whether the value could not be checked.
  var isGivenUp = false

  static let none = SchemaProblems(first: [], count: 0)

  var isEmpty: Bool { count == 0 }
}
