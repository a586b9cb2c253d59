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
