import StubKit

/// The compiled rules of a schema; nil for the kinds of values that it says nothing about.
final class SchemaRules: Sendable {
  static let anything = SchemaRules()

  let kinds: UInt8
  /// The values of `enum` and `const`, as a list.
  let constants: JSONTape?
  let number: NumberRules?
  let text: TextRules?
  let list: ListRules?
  let object: ObjectRules?
  let branches: BranchRules?
  let isReadOnly: Bool
  let isWriteOnly: Bool
  /// The values that examples are taken from, the best first.
  let suggestions: [StubJSON]

  init(
    kinds: JSONKinds = .all, constants: JSONTape? = nil, number: NumberRules? = nil,
    text: TextRules? = nil, list: ListRules? = nil, object: ObjectRules? = nil,
    branches: BranchRules? = nil, isReadOnly: Bool = false, isWriteOnly: Bool = false,
    suggestions: [StubJSON] = []
  ) {
    (self.kinds, self.constants, self.number, self.text) = (
      kinds.rawValue, constants, number, text
    )
    (self.list, self.object, self.branches) = (list, object, branches)
    (self.isReadOnly, self.isWriteOnly) = (isReadOnly, isWriteOnly)
    self.suggestions = suggestions
  }

  /// Whether nothing is allowed, as by the schema `false`.
  var isNever: Bool { kinds == 0 }
}
