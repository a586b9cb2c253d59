import CStubKitContracts

/// A schema and its place; a class, so that schemas can refer to each other in circles.
final class SchemaNode: Sendable {
  static let anything = SchemaNode(path: "#", resource: 0)

  /// For messages: `components/schemas/User/properties/name`.
  let path: String
  /// The number of the schema's base URL, by which dynamic anchors are found.
  let resource: Int
  // Written by the compiler under the library's lock: before the library returns the schema, and
  // when the library is deallocated. Behind a pointer, because the runtime would check each read of
  // a stored property for exclusive access.
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

  func adopt(_ rules: SchemaRules) {
    place.pointee = rules
    plain.pointee = rules.plain
  }

  /// This schema and those that always apply with it, by `$ref` and `allOf`.
  var joined: [SchemaNode] { joined(with: { _ in [] }) }

  /// Also joins what `more` returns for each joined schema.
  func joined(with more: (SchemaNode) -> [SchemaNode]) -> [SchemaNode] {
    var joined = [self]
    var next = 0
    while next < joined.count, joined.count < 256 {
      let branches = (joined[next].rules.branches?.all ?? []) + more(joined[next])
      joined += branches.filter { node in !joined.contains { $0 === node } }
      next += 1
    }
    return joined
  }
}

extension SchemaNode {
  /// The allowed values, as parts of `a, b or c`; nil if neither kinds nor constants tell them.
  func phrases() -> [String]? {
    var (phrases, waiting, seen) = ([String](), [self], Set<ObjectIdentifier>())
    while let node = waiting.popLast() {
      // Alternatives may lead to the same schemas, so the work would multiply with each level.
      guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
      let joined = node.joined
      let kinds = joined.reduce(JSONKinds.all) {
        $0.intersection(JSONKinds(rawValue: $1.rules.kinds))
      }
      if let constants = joined.lazy.compactMap(\.rules.constants).first {
        phrases += constants.elementPhrases
      } else if kinds != .all {
        phrases += kinds.phrases
      } else if let alternatives = joined.lazy.compactMap(\.rules.branches)
        .flatMap({ [$0.any, $0.one] }).first(where: { !$0.isEmpty })
      {
        waiting += alternatives.reversed()
      } else {
        return nil
      }
    }
    return phrases
  }
}
