package import Foundation

extension URLQueryItem {
  package func redacted(by redactor: inout Redactor) -> URLQueryItem {
    guard let value, !value.isEmpty else { return self }
    // Read as a member of JSON, because the value may contain any separator of a query.
    let text = "{\(name.swiftLiteral):\(value.swiftLiteral)}"
    return redactor.text(text) == text ? self : URLQueryItem(name: name, value: Redaction.mark)
  }
}
