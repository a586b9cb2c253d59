import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Verdicts on a request's body.
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
  func verdictOnBody<Form: BodyForm>(
    as type: Form.Type, _ decide: (Form) -> Bool
  ) -> Verdict {
    formInSight(type).map { Verdict(decide($0)) } ?? .open
  }
}
