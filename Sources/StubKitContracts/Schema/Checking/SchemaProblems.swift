import Foundation

/// The first mismatches between a value and a schema, and the number of all.
struct SchemaProblems: Sendable, Hashable {
  let first: [SchemaProblem]
  let count: Int

  static let none = SchemaProblems(first: [], count: 0)

  var isEmpty: Bool { count == 0 }
}

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
  /// Whether the value could not be checked.
  var isGivenUp = false

  var description: String { "\(place): \(sentence) (\(schema))" }
}

/// A part of a schema that is not valid, and that checks ignore.
struct SchemaMistake: Error, Sendable, Hashable, CustomStringConvertible {
  /// Nil for the description itself.
  let file: URL?
  /// The names and indices that lead to the schema in its document.
  let tokens: [String]
  let path: String
  let sentence: String

  init(at location: SchemaLocation, _ sentence: String) {
    file = location.document.title == nil ? nil : location.document.url
    (tokens, path, self.sentence) = (location.tokens, location.path, sentence)
  }

  var description: String { "\(path): \(sentence)" }
}

/// Which way a body goes, for `readOnly` and `writeOnly` members.
enum SchemaDirection: Sendable, Hashable {
  case request
  case response
}
