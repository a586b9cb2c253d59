/// The member whose value tells which alternative an object is meant to be.
final class SchemaDiscriminator: Sendable {
  let property: NameTable
  let values: NameTable
  /// The alternative for each of the values.
  let targets: [SchemaNode]
  /// The values that messages list; a name that the mapping replaces is accepted, but not listed.
  let shown: [String]
  /// Whether each alternative has a value, so that an unknown value is a problem.
  let isComplete: Bool

  /// Whether the value at a position is one that messages list.
  func isShown(at position: Int) -> Bool { shown.contains(values.names[position]) }

  init(
    property: NameTable, values: NameTable, targets: [SchemaNode], shown: [String],
    isComplete: Bool
  ) {
    (self.property, self.values, self.targets) = (property, values, targets)
    (self.shown, self.isComplete) = (shown, isComplete)
  }
}
