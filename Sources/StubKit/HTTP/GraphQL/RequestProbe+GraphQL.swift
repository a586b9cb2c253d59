import Foundation

/// The GraphQL operation of a request that has it in its URL, as a GET does.
extension RequestProbe {
  /// The operations that the URL holds; nil if it holds none.
  ///
  /// - Parameter readsVariables: Whether somebody wants to know the variables, too.
  func operationsInQuery(readingVariables readsVariables: Bool) -> [GraphQLOperation]? {
    guard url.rawQuery != nil else { return nil }
    func value(_ name: String) -> String? {
      url.queryPairs.first { $0.isNamed(name) }?.valueString
    }
    // A search may have the same name, and no braces.
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

  /// In a query that is not an URLComponents' work, a plus may stand for a space.
  private static func withSpaces(_ text: String) -> String {
    text.replacingOccurrences(of: "+", with: " ")
  }
}
