/// The member whose value tells which alternative an object is meant to be.
final class SchemaDiscriminator: Sendable {
  let property: NameTable
  let values: NameTable
  /// The alternative for each of `values`.
  let targets: [SchemaNode]
  /// The values that messages list; the name of a mapped schema is accepted, but not listed.
  let shown: [String]
  /// Whether each alternative has a value, so that an unknown value is a problem.
  let isComplete: Bool

  func isShown(at position: Int) -> Bool { shown.contains(values.names[position]) }

  init(
    property: NameTable, values: NameTable, targets: [SchemaNode], shown: [String],
    isComplete: Bool
  ) {
    (self.property, self.values, self.targets) = (property, values, targets)
    (self.shown, self.isComplete) = (shown, isComplete)
  }
}
