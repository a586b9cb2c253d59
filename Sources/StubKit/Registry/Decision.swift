/// What a registry makes of a request whose loading starts.
enum Decision: Sendable {
  /// A stub answers.
  case claimed(Claim)
  /// No stub matches and the request fails.
  case refused(Refusal)
  /// No stub matches, or the registry is switched off, and the network performs the request.
  case released(Release)
}

/// A request that is failed because no stub matches it.
struct Refusal: Sendable {
  let request: StubRequest
  let exchange: ExchangeLog.ID?
}

/// A request that the network performs.
struct Release: Sendable {
  let request: StubRequest
  /// Where the exchange stands in the log; nil if it is not logged.
  let exchange: ExchangeLog.ID?
  /// Whether stubs were asked in vain; false if the registry is switched off.
  let isUnmatched: Bool
}
