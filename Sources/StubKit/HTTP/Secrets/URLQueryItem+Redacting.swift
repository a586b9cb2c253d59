package import Foundation

extension URLQueryItem {
  /// Returns the item, without its value if the name or the looks show that it is a secret.
  package func redacted(by redactor: inout Redactor) -> URLQueryItem {
    guard let value, !value.isEmpty else { return self }
    // Read as a member of an object, because its value may contain any separator of a query.
    let text = "{\(name.swiftLiteral):\(value.swiftLiteral)}"
    return redactor.text(text) == text ? self : URLQueryItem(name: name, value: Redaction.mark)
  }
}
