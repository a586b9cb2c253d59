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

  /// Decides on the bytes once they have been read, on many outside of every lock; open until then.
  func verdictOnBody(_ decide: (Data?) -> Bool) -> Verdict {
    switch body {
    case .unseen: .open
    case .inRequest: request.httpBody.map { Verdict(decide($0)) } ?? .open
    case .seen(let data): isTooLongForLock(data) ? .open : Verdict(decide(data))
    }
  }

  /// Decides on a form of the body; open until the body and that form of it have been read.
  ///
  /// Under a lock no body is parsed: what is missing is noted, for `makeWantedForm`.
  func verdictOnBody<Form: BodyForm>(
    as type: Form.Type, _ decide: (Form) -> Bool
  ) -> Verdict {
    let data: Data
    switch body {
    case .unseen: return .open
    case .inRequest:
      guard let found = request.httpBody else { return .open }
      data = found
    case .seen(let found):
      // Off the work queue somebody else will ask, with everything in sight.
      if isTooLongForLock(found) { return .open }
      data = found ?? Data()
    }
    if let form = memo.pointee.body?.existing(type) { return Verdict(decide(form)) }
    switch sight {
    case .quiet, .full:
      return Verdict(decide(parsed(data).form(type)))
    case .glance, .guarded:
      _ = parsed(data)
      memo.pointee.wantedForm = type
      return .open
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

  private func isTooLongForLock(_ data: Data?) -> Bool {
    sight == .guarded && (data?.count ?? 0) > 1 << 16
  }
}
