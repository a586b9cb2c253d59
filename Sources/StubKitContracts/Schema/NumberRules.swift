import CStubKitContracts

final class NumberRules: Sendable {
  let minimum: JSONTape?
  let exclusiveMinimum: JSONTape?
  let maximum: JSONTape?
  let exclusiveMaximum: JSONTape?
  let multipleOf: JSONTape?
  /// The integer width that `format` asks for; 0 for none.
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
