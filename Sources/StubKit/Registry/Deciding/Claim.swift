/// One use of a stub for one request.
final class Claim: Sendable {
  let stub: Stub
  /// Which use of the stub it is, from 0; sequences, faults and jitter follow from it.
  let turn: Int
  /// The request, with what the stub's condition captured.
  let request: StubRequest
  /// Where the exchange stands in the log.
  let exchange: ExchangeLog.ID
  /// When it was made, on the registry's clock.
  let time: Duration

  init(
    stub: Stub, turn: Int, request: StubRequest, exchange: ExchangeLog.ID, time: Duration
  ) {
    self.stub = stub
    self.turn = turn
    self.request = request
    self.exchange = exchange
    self.time = time
  }
}
