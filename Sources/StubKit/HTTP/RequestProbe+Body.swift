package import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The body, and the forms in which criteria ask for it.
extension RequestProbe {
  /// The body as far as it has been read; nil also if there is none.
  package var seenBody: Data? {
    switch body {
    case .unseen: nil
    case .inRequest: request.httpBody
    case .seen(let data): data
    }
  }

  /// The body in a form, read now if need be; nil if there is none, or if it has not been read.
  package func form<Form: BodyForm>(_ type: Form.Type = Form.self) -> Form? {
    seenBody.map { parsed($0).form(type) }
  }

  /// Reads the form of the body that was asked for under a lock; false if none was.
  ///
  /// To be called outside of the lock; whoever gets true has to ask again.
  func makeWantedForm() -> Bool {
    guard let read = memo.pointee.wantedForm, let body = memo.pointee.body else { return false }
    memo.pointee.wantedForm = nil
    read(body)
    return true
  }

  /// Asks under a lock, and again as long as the body had to be read in another form for it.
  func askingUntilRead<Answer>(_ ask: () -> Answer) -> Answer {
    var answer = ask()
    while makeWantedForm() { answer = ask() }
    return answer
  }

  /// The body with the forms that have been read of it.
  func parsed(_ data: Data) -> ParsedBody {
    if let known = memo.pointee.body { return known }
    let body = ParsedBody(data)
    memo.pointee.body = body
    return body
  }

  /// Whether so many bytes may be looked at only where nobody else waits for it.
  func isTooLongForLock(_ data: Data?) -> Bool {
    sight == .guarded && (data?.count ?? 0) > 1 << 16
  }
}
