import CStubKitContracts
import StubKit

extension SchemaWalk {
  /// Of a list or an object that must be one value, reports where the two first differ.
  mutating func missConstants(_ schema: SchemaNode, _ constants: JSONTape, _ index: Int) {
    var (expected, found) = (1, index)
    guard !isQuick, !isWeighing, constants.nodes[0].count == 1,
      constants.isSameContainer(expected, nodes[found])
    else {
      _ = miss(schema, index, .constants(constants))
      return
    }
    while constants.isSameContainer(expected, nodes[found]) {
      guard let next = constants.firstDifference(expected, from: found, on: tape) else { return }
      if let member = next.missing {
        _ = miss(schema, found, .notConstant(missing: member))
        return
      }
      (expected, found) = (next.expected ?? 0, next.found)
      if expected == 0 {
        _ = miss(schema, found, .notConstant(missing: nil))
        return
      }
    }
    miss(schema, found, .constant(constants, expected))
  }
}

extension JSONTape {
  typealias Difference = (expected: Int?, found: Int, missing: String?)

  /// Whether members or elements tell what differs.
  fileprivate func isSameContainer(_ index: Int, _ other: Node) -> Bool {
    let own = nodes[index]
    return own.isObject && other.isObject || own.isList && other.isList && own.count == other.count
  }

  /// The first parts of a constant and of a value that differ; nil if there are none.
  fileprivate func firstDifference(
    _ index: Int, from other: Int, on tape: JSONTape
  ) -> Difference? {
    let isObject = nodes[index].isObject
    let (own, others) = (parts(of: index), tape.parts(of: other))
    for (position, part) in own.enumerated() {
      let name = isObject ? text(at: part - 1) : nil
      let found =
        isObject ? others.last { tape.text(at: $0 - 1) == name } : others[position]
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
