package import Foundation

extension URLQueryItem {
  /// The item, its value taken out if its name or its looks give it away.
  package func redacted(by redactor: inout Redactor) -> URLQueryItem {
    guard let value, !value.isEmpty else { return self }
    // As a member of an object: there a value may hold every sign that has a meaning in a query.
    let text = "{\(name.swiftLiteral):\(value.swiftLiteral)}"
    return redactor.text(text) == text ? self : URLQueryItem(name: name, value: Redaction.mark)
  }
}
