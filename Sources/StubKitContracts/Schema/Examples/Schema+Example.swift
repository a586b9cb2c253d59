import StubKit

extension Schema {
  /// Makes a value that the schema describes: the smallest one for the seed 0, a random one for others.
  ///
  /// ```swift
  /// try user.example(direction: .response)  // {"id": 1, "name": "string"}
  /// ```
  /// Values that the schema itself gives are preferred: `example`, `examples`, `default` and `enum`.
  /// - Parameters:
  ///   - includesOptional: Whether objects have all members that are described, and not only those
  ///     that are required.
  func example(
    direction: SchemaDirection? = nil, seed: UInt64 = 0, includesOptional: Bool = false
  ) throws(SchemaExampleError) -> StubJSON {
    // For some schemas the maker recurses deeper than a usual thread's stack allows.
    let result = DeepStack.run { () -> Result<StubJSON, SchemaExampleError> in
      var maker = ExampleMaker(
        schema: self, direction: direction, seed: seed, includesOptional: includesOptional)
      do throws(SchemaExampleError) {
        return .success(try maker.value(of: [node]))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
