import Foundation

/// What reports say of a request's body.
extension RequestProbe {
  /// The body as a text that is short enough to be pasted; nil if there is none.
  var shortBody: String? {
    guard let data = seenBody, (1...80).contains(data.count) else { return nil }
    return String(data: data, encoding: .utf8)
  }

  /// The body in a few words.
  var bodyFinding: String {
    guard let data = seenBody else { return "there is no body" }
    if data.isEmpty { return "the body is empty" }
    var remark = ""
    if case .failure(let fault) = multipart?.result {
      remark = ", which should have parts, but \(fault)"
    }
    guard let text = String(data: data, encoding: .utf8) else {
      return "the body is \(data.count) bytes that are not UTF-8 text" + remark
    }
    return "the body is \(text.shortened().swiftLiteral)" + remark
  }

  /// The parts of the body for a report; nil if it has none.
  ///
  /// - Parameter prefix: The beginning of the sentence.
  package func partFindings(_ prefix: String = "the body has") -> FindingList? {
    guard let parts else { return nil }
    let first = parts.prefix(FindingList.shown).map { $0.summary(upTo: 100) }
    let title = "\(prefix) \(parts.count) \(parts.count == 1 ? "part" : "parts")"
    return FindingList(title: title, first: first, of: parts.count)
  }

  var parts: [StubRequest.Part]? { multipart?.parts }

  private var multipart: MultipartForm? {
    seenBody.flatMap { parsed($0).multipart(as: header("Content-Type")) }
  }
}
