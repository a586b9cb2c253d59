package import Foundation

extension URLQueryItem {
  package func redacted(by redactor: inout Redactor) -> URLQueryItem {
    // A body of JSON that is declared to be a form is a name alone.
    guard let value, !value.isEmpty else { return .init(name: redactor.text(name), value: value) }
    // Read as a member of JSON, because the value may contain any separator of a query.
    let text = "{\(name.swiftLiteral):\(value.swiftLiteral)}"
    return redactor.text(text) == text ? self : URLQueryItem(name: name, value: Redaction.mark)
  }
}
