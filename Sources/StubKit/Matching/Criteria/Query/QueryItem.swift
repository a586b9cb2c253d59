package import Foundation

package struct QueryItem: Sendable, Hashable {
  package let name: String
  /// The decoded value; nil is a name without an equals sign.
  package let value: String?
  package let count: Int

  package static func grouping(_ items: [URLQueryItem]) -> [QueryItem] {
    Dictionary(grouping: items) { Key(name: $0.name, value: $0.value) }
      .map { QueryItem(name: $0.key.name, value: $0.key.value, count: $0.value.count) }
      .sorted { left, right in
        if left.name != right.name { return left.name < right.name }
        // A nil value comes before an empty one, so that equal groups are equal arrays.
        guard let rightValue = right.value else { return false }
        return left.value.map { $0 < rightValue } ?? true
      }
  }

  package var items: [URLQueryItem] {
    [URLQueryItem](repeating: URLQueryItem(name: name, value: value), count: count)
  }

  package func occurrences(in query: QueryPairs) -> Int {
    func count(_ name: QueryPairs.Bytes, _ value: QueryPairs.Bytes?) -> Int {
      var occurrences = 0
      for pair in query where pair.isItem(named: name, value: value) { occurrences += 1 }
      return occurrences
    }
    return name.withBytes { name in
      guard let value else { return count(name, nil) }
      return value.withBytes { count(name, $0) }
    }
  }

  private struct Key: Hashable {
    let name: String
    let value: String?
  }
}

/// Counts items by their bytes, since Swift's `==` also holds for canonical equivalents.
package struct QueryCounts {
  /// Up to this many items, searching the query for each of them is faster than counting.
  package static let few = 16

  private struct Item: Hashable {
    let name: [UInt8]
    let value: [UInt8]?
  }

  private var counts: [Item: Int] = [:]

  /// Counts decoded items; malformed text stays as it is written.
  package init(_ pairs: QueryPairs) {
    for pair in pairs {
      let name = PercentDecoding.withDecoded(pair.rawName) { Array($0) }
      let value = pair.rawValue.map { PercentDecoding.withDecoded($0) { Array($0) } }
      counts[Item(name: name, value: value), default: 0] += 1
    }
  }

  init(_ items: [URLQueryItem]) {
    for item in items { counts[Self.item(item.name, item.value), default: 0] += 1 }
  }

  package subscript(item: QueryItem) -> Int { counts[Self.item(item.name, item.value), default: 0] }

  mutating func take(_ item: URLQueryItem) -> Bool {
    let item = Self.item(item.name, item.value)
    guard let count = counts[item], count > 0 else { return false }
    counts[item] = count - 1
    return true
  }

  private static func item(_ name: String, _ value: String?) -> Item {
    Item(name: Array(name.utf8), value: value.map { Array($0.utf8) })
  }
}
