/// How often each item stands in a query, for conditions that ask for many.
///
/// Asking the query for each item anew takes a product of both lengths, which is fastest for a few.
package struct QueryCounts {
  /// As many items as are asked for one by one.
  package static let few = 16

  /// A decoded item; what cannot be decoded stays as it is written.
  private struct Item: Hashable {
    let name: [UInt8]
    let value: [UInt8]?
  }

  private var counts: [Item: Int] = [:]

  package init(_ pairs: QueryPairs) {
    for pair in pairs {
      let name = PercentDecoding.withDecoded(pair.rawName) { Array($0) }
      let value = pair.rawValue.map { PercentDecoding.withDecoded($0) { Array($0) } }
      counts[Item(name: name, value: value), default: 0] += 1
    }
  }

  /// How often an item stands there.
  package subscript(item: QueryItem) -> Int {
    counts[Item(name: Array(item.name.utf8), value: item.value.map { Array($0.utf8) }), default: 0]
  }
}
