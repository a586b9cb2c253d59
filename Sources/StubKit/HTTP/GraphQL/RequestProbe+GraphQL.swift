import Foundation

/// GraphQL operations in the URL, where GET requests have them.
extension RequestProbe {
  /// The operations in the query; nil if there are none.
  ///
  /// - Parameter readsVariables: Whether the variables are parsed as well.
  func operationsInQuery(readingVariables readsVariables: Bool) -> [GraphQLOperation]? {
    guard url.rawQuery != nil else { return nil }
    func value(_ name: String) -> String? {
      url.queryPairs.first { $0.isNamed(name) }?.valueString
    }
    // A search may also be called `query`, but has no braces.
    let document = value("query").flatMap { $0.contains("{") ? Self.withSpaces($0) : nil }
    let name = value("operationName").flatMap { $0.isEmpty ? nil : $0 }
    guard name != nil || document != nil else { return nil }
    return GraphQLOperation.all(
      name: name, document: document,
      variables: readsVariables ? value("variables").flatMap(Self.json) : nil)
  }

  private static func json(_ text: String) -> StubJSON? {
    try? StubJSON(parsing: Data(text.utf8))
  }

  /// `URLComponents` leaves a plus unencoded, but other clients write a space as a plus.
  private static func withSpaces(_ text: String) -> String {
    text.replacingOccurrences(of: "+", with: " ")
  }
}
