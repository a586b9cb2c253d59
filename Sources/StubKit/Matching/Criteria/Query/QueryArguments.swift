import Foundation

/// Query or form items as they were given to a function, to be printed as they were written.
enum QueryArguments: Sendable {
  case dictionary([String: String?])
  case items([URLQueryItem])

  /// The items, those of a dictionary sorted by name.
  var items: [URLQueryItem] {
    switch self {
    case .dictionary(let dictionary): URLQueryItem.items(dictionary)
    case .items(let items): items
    }
  }
}

extension QueryArguments: CustomStringConvertible {
  /// The arguments as one would write them, without the parentheses.
  var description: String {
    switch self {
    case .dictionary:
      if items.isEmpty { return "[:]" }
      return "["
        + items.map { "\($0.name.swiftLiteral): \($0.valueLiteral)" }
        .joined(separator: ", ") + "]"
    case .items:
      return
        items
        .map { "URLQueryItem(name: \($0.name.swiftLiteral), value: \($0.valueLiteral))" }
        .joined(separator: ", ")
    }
  }
}

extension URLQueryItem {
  fileprivate var valueLiteral: String { value?.swiftLiteral ?? "nil" }
}
