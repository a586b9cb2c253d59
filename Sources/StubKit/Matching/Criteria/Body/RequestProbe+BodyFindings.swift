import Foundation

/// What reports say of a request's body.
extension RequestProbe {
  /// The body as a text that is short enough to be pasted; nil also if there is none.
  var shortBody: String? {
    guard let data = seenBody, (1...80).contains(data.count) else { return nil }
    return String(data: data, encoding: .utf8)
  }

  /// What the body is, in short.
  var bodyFinding: String {
    guard let data = seenBody else { return "there is no body" }
    if data.isEmpty { return "the body is empty" }
    guard let text = String(data: data, encoding: .utf8) else {
      return "the body is \(data.count) bytes that are not UTF-8 text"
    }
    return "the body is \(text.shortened().swiftLiteral)"
  }
}
