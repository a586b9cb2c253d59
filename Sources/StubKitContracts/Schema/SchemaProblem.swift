/// A place where a value is not what a schema describes.
struct SchemaProblem: Sendable, Hashable, CustomStringConvertible {
  /// The place as one writes it, such as `items[3].price`; the whole value is "the body".
  let place: String
  /// What was expected and found: `expected a string, found 7`.
  let sentence: String
  /// The sentence without the value that was found, for a value that is a secret.
  let discreetSentence: String
  /// The path of the schema in its document, after following references.
  let schema: String

  var description: String { "\(place): \(sentence) (\(schema))" }
}
