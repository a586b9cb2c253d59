import CStubKitContracts
import StubKit

/// The compiled rules of a schema.
///
/// The rules for a kind of value are nil if the schema says nothing about that kind.
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

extension SchemaRules {
  /// The rules that C can check alone; they point into this object and must not outlive it.
  var plain: stubkit_plain_rules {
    var plain = stubkit_plain_rules()
    guard branches == nil, !isReadOnly, !isWriteOnly else { return plain }
    var kinds = JSONKinds(rawValue: self.kinds)
    if text?.pattern != nil { kinds.remove(.text) }
    if list != nil { kinds.remove(.list) }
    if object != nil { kinds.remove(.object) }
    plain.kinds = kinds.rawValue
    plain.constants = constants.map { UnsafePointer($0.tape) }
    plain.min_length = Int32(clamping: text?.minLength ?? 0)
    plain.max_length = Int32(clamping: text?.maxLength ?? .max)
    plain.format = -1
    if let text, text.checksFormat, let format = text.format {
      plain.format = Int8(truncatingIfNeeded: format.code)
    }
    plain.minimum = (number?.minimum?.tape).map { UnsafePointer($0) }
    plain.exclusive_minimum = (number?.exclusiveMinimum?.tape).map { UnsafePointer($0) }
    plain.maximum = (number?.maximum?.tape).map { UnsafePointer($0) }
    plain.exclusive_maximum = (number?.exclusiveMaximum?.tape).map { UnsafePointer($0) }
    plain.divisor = (number?.multipleOf?.tape).map { UnsafePointer($0) }
    plain.bits = UInt8(number?.bits ?? 0)
    return plain
  }
}

final class TextRules: Sendable {
  let minLength: Int
  let maxLength: Int?
  let pattern: SchemaPattern?
  let format: SchemaFormat?
  /// If false, `format` only serves to make examples.
  let checksFormat: Bool

  init(
    minLength: Int, maxLength: Int?, pattern: SchemaPattern?, format: SchemaFormat?,
    checksFormat: Bool
  ) {
    (self.minLength, self.maxLength) = (minLength, maxLength)
    (self.pattern, self.format, self.checksFormat) = (pattern, format, checksFormat)
  }
}

final class NumberRules: Sendable {
  let minimum: JSONTape?
  let exclusiveMinimum: JSONTape?
  let maximum: JSONTape?
  let exclusiveMaximum: JSONTape?
  let multipleOf: JSONTape?
  /// The integer width that `format` asks for; 0 for none, or if formats are not checked.
  let bits: Int

  init(
    minimum: JSONTape?, exclusiveMinimum: JSONTape?, maximum: JSONTape?,
    exclusiveMaximum: JSONTape?, multipleOf: JSONTape?, bits: Int
  ) {
    (self.minimum, self.exclusiveMinimum) = (minimum, exclusiveMinimum)
    (self.maximum, self.exclusiveMaximum) = (maximum, exclusiveMaximum)
    (self.multipleOf, self.bits) = (multipleOf, bits)
  }
}

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
