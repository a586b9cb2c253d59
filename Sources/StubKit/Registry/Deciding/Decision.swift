/// Who answers a request whose loading starts.
///
/// Each case has the request with its body, and its exchange in the log, if there is one.
enum Decision: Sendable {
  /// A stub answers.
  case claimed(Claim)
  /// No stub matches, and the request fails.
  case refused(StubRequest, ExchangeLog.ID?)
  /// No client could send the request, and it fails.
  case unsendable(StubRequest, ExchangeLog.ID?)
  /// No stub matches, and the network performs the request.
  case released(StubRequest, ExchangeLog.ID?)
  /// The registry ignores the request, and the network performs it.
  case ignored(StubRequest)
}

extension Decision {
  var request: StubRequest {
    switch self {
    case .claimed(let claim): claim.request
    case .refused(let request, _), .unsendable(let request, _), .released(let request, _),
      .ignored(let request):
      request
    }
  }

  /// The exchange in the log; nil if it is not logged.
  var exchange: ExchangeLog.ID? {
    switch self {
    case .claimed(let claim): claim.exchange
    case .refused(_, let exchange), .unsendable(_, let exchange), .released(_, let exchange):
      exchange
    case .ignored: nil
    }
  }

  var claim: Claim? {
    if case .claimed(let claim) = self { claim } else { nil }
  }
}
