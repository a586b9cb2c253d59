import StubKit

extension Schema {
  /// Makes a value that the schema describes: a small one for seed 0, else a random one.
  ///
  /// Values that the schema gives are preferred: `example`, `examples`, `default` and `enum`. With
  /// `includesOptional`, objects have all members that are described, not only the required ones.
  func example(
    direction: SchemaDirection? = nil, seed: UInt64 = 0, includesOptional: Bool = false
  ) throws(SchemaExampleError) -> StubJSON {
    // For some schemas the maker recurses deeper than the stack of most threads allows.
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

struct SchemaExampleError: Error, Sendable, Hashable, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { "no example of \(path) can be made: \(reason)" }
}
