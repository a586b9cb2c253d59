package import Foundation

/// Equal items of a query or form.
package struct QueryItem: Sendable, Hashable {
  package let name: String
  /// Decoded; nil for a name without an equals sign.
  package let value: String?
  package let count: Int

  package static func == (left: QueryItem, right: QueryItem) -> Bool {
    left.count == right.count && left.sortingText.equalsByteForByte(right.sortingText)
  }

  /// A missing value comes before an empty one.
  private var sortingText: String { value.map { name + "\0=" + $0 } ?? name }

  /// Groups equal items, in an order that depends on the items alone.
  package static func grouping(_ items: [URLQueryItem]) -> [QueryItem] {
    Dictionary(grouping: items) { QueryCounts.Item($0.name, $0.value) }.values
      .map { QueryItem(name: $0[0].name, value: $0[0].value, count: $0.count) }
      .sorted {
        let (left, right) = ($0.sortingText, $1.sortingText)
        // Canonically equivalent texts are kept apart here, but Swift does not order them.
        return left == right ? left.utf8.lexicographicallyPrecedes(right.utf8) : left < right
      }
  }

  package var items: [URLQueryItem] {
    [URLQueryItem](repeating: URLQueryItem(name: name, value: value), count: count)
  }
}

/// Counts items by their bytes, since Swift's `==` also holds for canonical equivalents.
package struct QueryCounts: Sendable {
  /// Up to this many items, searching the query for each of them is faster than counting.
  package static let few = 16

  fileprivate struct Item: Hashable {
    let name: [UInt8]
    let value: [UInt8]?

    init(_ name: String, _ value: String?) {
      (self.name, self.value) = (Array(name.utf8), value.map { Array($0.utf8) })
    }
  }

  private var counts: [Item: Int] = [:]

  /// Malformed text counts as it is written.
  package init(_ pairs: QueryPairs) {
    for pair in pairs { counts[Item(pair.nameString, pair.valueString), default: 0] += 1 }
  }

  package init(_ items: [URLQueryItem]) {
    for item in items { counts[Item(item.name, item.value), default: 0] += 1 }
  }

  package subscript(item: QueryItem) -> Int { counts[Item(item.name, item.value), default: 0] }

  package mutating func take(_ item: URLQueryItem) -> Bool {
    let item = Item(item.name, item.value)
    guard let count = counts[item], count > 0 else { return false }
    counts[item] = count - 1
    return true
  }
}
