/// What a registry makes of a request whose loading starts.
struct Decision: Sendable {
  /// The request, with its body, and with what the stub's condition captured.
  let request: StubRequest
  /// Where the exchange stands in the log; nil if it is not logged.
  let exchange: ExchangeLog.ID?
  /// Who deals with it.
  let kind: Kind

  init(request: StubRequest, exchange: ExchangeLog.ID?, kind: Kind) {
    self.request = request
    self.exchange = exchange
    self.kind = kind
  }

  init(_ claim: Claim) {
    self.init(request: claim.request, exchange: claim.exchange, kind: .claimed(claim))
  }

  /// Who deals with a request.
  enum Kind: Sendable {
    /// A stub answers.
    case claimed(Claim)
    /// No stub matches, and it fails.
    case refused
    /// No stub matches, and the network performs it.
    case released
    /// The registry is switched off, and the network performs it.
    case ignored
  }
}
