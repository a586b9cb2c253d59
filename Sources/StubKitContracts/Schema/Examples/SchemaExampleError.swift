/// Why no example of a schema can be made.
struct SchemaExampleError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path of the schema that stands in the way.
  let path: String
  let reason: String

  var description: String { "no example of \(path) can be made: \(reason)" }
}
