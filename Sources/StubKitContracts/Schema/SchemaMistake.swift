/// A part of a schema that is not valid, and that checks ignore.
struct SchemaMistake: Error, Sendable, Hashable, CustomStringConvertible {
  let path: String
  let sentence: String

  var description: String { "\(path): \(sentence)" }
}
