struct SchemaExampleError: Error, Sendable, Hashable, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { "no example of \(path) can be made: \(reason)" }
}
