/// Which members or elements are evaluated, for `unevaluatedProperties` and `unevaluatedItems`.
final class SchemaMarks {
  private(set) var isSeen: [Bool]

  init(count: Int) {
    isSeen = Array(repeating: false, count: count)
  }

  var count: Int { isSeen.count }

  func insert(_ position: Int) {
    isSeen[position] = true
  }

  func formUnion(_ other: SchemaMarks) {
    for position in isSeen.indices where other.isSeen[position] { isSeen[position] = true }
  }
}
