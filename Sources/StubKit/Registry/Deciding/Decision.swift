/// What a registry makes of a request whose loading starts: who deals with it.
///
/// Each case has the request with its body, and where the exchange stands in the log, if it does.
enum Decision: Sendable {
  /// A stub answers.
  case claimed(Claim)
  /// No stub matches, and it fails.
  case refused(StubRequest, ExchangeLog.ID?)
  /// No client could send it, and it fails.
  case unsendable(StubRequest, ExchangeLog.ID?)
  /// No stub matches, and the network performs it.
  case released(StubRequest, ExchangeLog.ID?)
  /// It is none of the registry's business, and the network performs it.
  case ignored(StubRequest)
}

extension Decision {
  /// The request, with its body, and with what the stub's condition captured.
  var request: StubRequest {
    switch self {
    case .claimed(let claim): claim.request
    case .refused(let request, _), .unsendable(let request, _), .released(let request, _),
      .ignored(let request):
      request
    }
  }

  /// Where the exchange stands in the log; nil if it is not logged.
  var exchange: ExchangeLog.ID? {
    switch self {
    case .claimed(let claim): claim.exchange
    case .refused(_, let exchange), .unsendable(_, let exchange), .released(_, let exchange):
      exchange
    case .ignored: nil
    }
  }

  /// The claim, if a stub answers.
  var claim: Claim? {
    if case .claimed(let claim) = self { claim } else { nil }
  }
}
