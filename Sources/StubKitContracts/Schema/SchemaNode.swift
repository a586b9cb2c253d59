import CStubKitContracts

/// The place of a schema in its document, and what the schema there says.
///
/// An object, so that schemas can refer to each other in circles.
final class SchemaNode: Sendable {
  static let anything = SchemaNode(path: "#", resource: 0)

  /// The path of the schema as problems show it: `components/schemas/User/properties/name`.
  let path: String
  /// The number of the schema's base URL, by which dynamic anchors are found.
  let resource: Int
  // Written by the library's compiler, under its lock and before the schema is given out, and again
  // when the library goes. Behind a pointer: the runtime would check each reading of a stored
  // property for exclusive access.
  private nonisolated(unsafe) let place: UnsafeMutablePointer<SchemaRules>
  /// The rules as C knows them; no value fits until they are compiled.
  nonisolated(unsafe) let plain: UnsafeMutablePointer<stubkit_plain_rules>

  init(path: String, resource: Int) {
    (self.path, self.resource) = (path, resource)
    place = .allocate(capacity: 1)
    place.initialize(to: .anything)
    plain = .allocate(capacity: 1)
    plain.initialize(to: stubkit_plain_rules())
  }

  deinit {
    place.deinitialize(count: 1)
    place.deallocate()
    plain.deallocate()
  }

  var rules: SchemaRules { place.pointee }

  func compile(into rules: SchemaRules) {
    place.pointee = rules
    plain.pointee = rules.plain
  }

  /// This schema and those that always apply with it, by `$ref` and `allOf`.
  var joined: [SchemaNode] {
    var joined = [self]
    var next = 0
    while next < joined.count, joined.count < 256 {
      if let branches = joined[next].rules.branches {
        joined += branches.all.filter { node in !joined.contains { $0 === node } }
      }
      next += 1
    }
    return joined
  }
}
