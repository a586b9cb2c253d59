package import Foundation

/// A wanted query item, and how many times.
package struct QueryItem: Sendable, Hashable {
  package let name: String
  /// The decoded value; nil is a name without an equals sign.
  package let value: String?
  package let count: Int

  /// Groups equal items, sorted by name and value.
  package static func grouping(_ items: [URLQueryItem]) -> [QueryItem] {
    Dictionary(grouping: items) { Key(name: $0.name, value: $0.value) }
      .map { QueryItem(name: $0.key.name, value: $0.key.value, count: $0.value.count) }
      .sorted { left, right in
        if left.name != right.name { return left.name < right.name }
        // No value comes before an empty one, so that equal groups are equal arrays.
        guard let rightValue = right.value else { return false }
        return left.value.map { $0 < rightValue } ?? true
      }
  }

  /// The item, repeated `count` times.
  package var items: [URLQueryItem] {
    [URLQueryItem](repeating: URLQueryItem(name: name, value: value), count: count)
  }

  /// Returns how often the item occurs in a query, without allocating.
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
