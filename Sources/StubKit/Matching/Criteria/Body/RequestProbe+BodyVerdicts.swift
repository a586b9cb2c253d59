import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Verdicts on the body, as far as it may be looked at now.
extension RequestProbe {
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
}
