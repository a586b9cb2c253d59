import CStubKitContracts
import StubKit

extension SchemaWalk {
  /// Reports a value that is none of the constants; if there is only one, the first difference.
  mutating func missConstants(_ schema: SchemaNode, _ constants: JSONTape, _ index: Int) {
    var (expected, found) = (1, index)
    var miss = SchemaMiss.constants(constants)
    let isSearched = !isQuick && !isWeighing && constants.nodes[0].count == 1
    while isSearched, constants.hasSameParts(expected, as: nodes[found]) {
      // If no difference is found, a name occurs twice.
      guard let next = constants.firstDifference(expected, from: found, on: tape) else { break }
      found = next.found
      guard let part = next.expected else {
        miss = .notConstant(missing: next.missing)
        break
      }
      expected = part
      miss = .constant(constants, part)
    }
    self.miss(schema, found, miss)
  }
}

extension JSONTape {
  /// Where a constant and a value differ: in a part of both, or in a member that one of them lacks.
  typealias Difference = (expected: Int?, found: Int, missing: String?)

  /// Whether the difference can be narrowed down to a member or an element.
  fileprivate func hasSameParts(_ index: Int, as other: Node) -> Bool {
    let own = nodes[index]
    return own.isObject && other.isObject || own.isList && other.isList && own.count == other.count
  }

  fileprivate func firstDifference(
    _ index: Int, from other: Int, on tape: JSONTape
  ) -> Difference? {
    let isObject = nodes[index].isObject
    let (own, others) = (parts(of: index), tape.parts(of: other))
    for (position, part) in own.enumerated() {
      let name = isObject ? text(at: part - 1) : nil
      let found = isObject ? others.first { tape.text(at: $0 - 1) == name } : others[position]
      guard let found else { return (nil, other, name) }
      if !stubkit_is_same_json(self.tape, UInt32(part), tape.tape, UInt32(found)) {
        return (part, found, nil)
      }
    }
    guard isObject else { return nil }
    let known = Set(own.map { text(at: $0 - 1) })
    return others.first { !known.contains(tape.text(at: $0 - 1)) }.map { (nil, $0, nil) }
  }
}
