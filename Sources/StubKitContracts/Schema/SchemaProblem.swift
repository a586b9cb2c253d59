/// A mismatch between a value and a schema.
struct SchemaProblem: Sendable, Hashable, CustomStringConvertible {
  /// Such as `items[3].price`; the place of the whole value is "the body".
  let place: String
  /// Such as `expected a string, found 7`.
  let sentence: String
  /// The sentence without the value that was found, for a value that is a secret.
  let discreetSentence: String
  /// The path of the schema in its document, after following references.
  let schema: String

  var description: String { "\(place): \(sentence) (\(schema))" }
}
