import CStubKitContracts

/// What a schema says about numbers.
final class NumberRules: Sendable {
  let minimum: JSONTape?
  let exclusiveMinimum: JSONTape?
  let maximum: JSONTape?
  let exclusiveMaximum: JSONTape?
  let multipleOf: JSONTape?
  /// The width of the integer that a format asks for; 0 for none.
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
