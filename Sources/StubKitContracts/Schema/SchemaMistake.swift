/// Something in a schema that cannot be meant as it is written, and is left out of every check.
struct SchemaMistake: Error, Sendable, Hashable, CustomStringConvertible {
  /// The schema's path in its document.
  let path: String
  let sentence: String

  var description: String { "\(path): \(sentence)" }
}
