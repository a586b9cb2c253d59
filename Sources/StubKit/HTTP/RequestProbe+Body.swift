package import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The body and its parsed forms.
extension RequestProbe {
  /// The body if it is known; nil also if the request has none.
  package var seenBody: Data? {
    switch body {
    case .unseen: nil
    case .inRequest: request.httpBody
    case .seen(let data): data
    }
  }

  package func form<Form: BodyForm>(_ type: Form.Type = Form.self) -> Form? {
    seenBody.map { parsed($0).form(type) }
  }

  /// Parses the form that a matcher asked for under a lock; false if no matcher did.
  ///
  /// Call it outside the lock; if it returns true, ask the matchers again.
  func makeWantedForm() -> Bool {
    guard let read = memo.pointee.wantedForm, let body = memo.pointee.body else { return false }
    memo.pointee.wantedForm = nil
    read(body)
    return true
  }

  /// Calls `ask`, which takes a lock, and repeats the call after each form it still needed is parsed.
  func askingUntilRead<Answer>(_ ask: () -> Answer) -> Answer {
    var answer = ask()
    while makeWantedForm() { answer = ask() }
    return answer
  }

  /// The body with its parsed forms, shared by all matchers of this request.
  func parsed(_ data: Data) -> ParsedBody {
    if let known = memo.pointee.body { return known }
    let body = ParsedBody(data)
    memo.pointee.body = body
    return body
  }

  /// Whether a body is too long to be compared while a registry's lock is held.
  func isTooLongForLock(_ data: Data?) -> Bool {
    sight == .guarded && (data?.count ?? 0) > 1 << 16
  }
}
