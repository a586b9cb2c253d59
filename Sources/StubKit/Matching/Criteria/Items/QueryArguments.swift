package import Foundation

/// Query or form items, to be printed as they were written.
package enum QueryArguments: Sendable {
  /// Written as a dictionary literal, in this order.
  case dictionary([URLQueryItem])
  case items([URLQueryItem])
  /// One item, written as two arguments; inline, it would make every value of this type larger.
  case pair([URLQueryItem])

  init(_ literal: KeyValuePairs<String, String?>) {
    self = .dictionary(literal.map { URLQueryItem(name: $0.key, value: $0.value) })
  }

  /// Sorted by name, because a dictionary has no order.
  init(sorting members: some Collection<(key: String, value: String?)>) {
    self = .dictionary(
      members.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) })
  }

  init(sorting members: some Collection<(key: String, value: String)>) {
    self.init(sorting: members.map { (key: $0.key, value: Optional($0.value)) })
  }

  package init(_ items: [URLQueryItem], like other: QueryArguments) {
    // A dictionary literal that repeats a name compiles, but looks like a mistake.
    if case .pair = other, items.count == 1 {
      self = .pair(items)
    } else if case .items = other {
      self = .items(items)
    } else {
      self = Set(items.map(\.name)).count == items.count ? .dictionary(items) : .items(items)
    }
  }

  var items: [URLQueryItem] {
    switch self {
    case .dictionary(let items), .items(let items), .pair(let items): items
    }
  }
}

extension QueryArguments: CustomStringConvertible {
  package var description: String {
    switch self {
    case .dictionary(let items):
      if items.isEmpty { return "[:]" }
      return "["
        + items.map { "\($0.name.swiftLiteral): \($0.valueLiteral)" }
        .joined(separator: ", ") + "]"
    case .items(let items):
      return
        items
        .map { "URLQueryItem(name: \($0.name.swiftLiteral), value: \($0.valueLiteral))" }
        .joined(separator: ", ")
    case .pair(let items):
      return items.map { "\($0.name.swiftLiteral), \($0.valueLiteral)" }.joined()
    }
  }
}

extension URLQueryItem {
  fileprivate var valueLiteral: String { value?.swiftLiteral ?? "nil" }
}
