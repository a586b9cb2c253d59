import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The body, and the forms in which criteria ask for it.
extension RequestProbe {
  /// The body as far as it has been read; nil also if there is none.
  var seenBody: Data? {
    switch body {
    case .unseen: nil
    case .inRequest: request.httpBody
    case .seen(let data): data
    }
  }

  /// The body in a form, read now if need be; nil if there is none, or if it has not been read.
  func form<Form: BodyForm>(_ type: Form.Type = Form.self) -> Form? {
    seenBody.map { parsed($0).form(type) }
  }

  /// The body in a form, if that may be seen here and now; nil while it may not.
  ///
  /// Under a lock no body is parsed: what is missing is noted, for `makeWantedForm`.
  func formInSight<Form: BodyForm>(_ type: Form.Type) -> Form? {
    let data: Data
    switch body {
    case .unseen: return nil
    case .inRequest:
      guard let found = request.httpBody else { return nil }
      data = found
    case .seen(let found):
      // Off the work queue somebody else will ask, with everything in sight.
      if isTooLongForLock(found) { return nil }
      data = found ?? Data()
    }
    if let form = memo.pointee.body?.existing(type) { return form }
    switch sight {
    case .quiet, .full:
      return parsed(data).form(type)
    case .glance, .guarded:
      _ = parsed(data)
      memo.pointee.wantedForm = type
      return nil
    }
  }

  /// Reads the form of the body that was asked for under a lock; false if none was.
  ///
  /// To be called outside of the lock; whoever gets true has to ask again.
  func makeWantedForm() -> Bool {
    guard let type = memo.pointee.wantedForm, let body = memo.pointee.body else { return false }
    memo.pointee.wantedForm = nil
    _ = body.form(type)
    return true
  }

  /// Asks under a lock, and again as long as the body had to be read in another form for it.
  func askingUntilRead<Answer>(_ ask: () -> Answer) -> Answer {
    var answer = ask()
    while makeWantedForm() { answer = ask() }
    return answer
  }

  private func parsed(_ data: Data) -> ParsedBody {
    if let known = memo.pointee.body { return known }
    let body = ParsedBody(data)
    memo.pointee.body = body
    return body
  }

  /// Whether a body is so long that nothing in it is to be compared under a registry's lock.
  func isTooLongForLock(_ data: Data?) -> Bool {
    sight == .guarded && (data?.count ?? 0) > 1 << 16
  }
}
