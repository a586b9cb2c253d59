/// Counts the items of a query, for conditions that ask for many.
///
/// For a few items, searching the query for each of them is faster.
package struct QueryCounts {
  /// The largest number of items that are searched one by one.
  package static let few = 16

  /// A decoded item; malformed text stays as it is written.
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

  /// The number of times that the query has an item.
  package subscript(item: QueryItem) -> Int {
    counts[Item(name: Array(item.name.utf8), value: item.value.map { Array($0.utf8) }), default: 0]
  }
}
