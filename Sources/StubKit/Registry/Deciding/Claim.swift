/// One use of a stub for one request.
final class Claim: Sendable {
  let stub: Stub
  /// The number of the use, from 0; sequences, faults and jitter depend on it.
  let turn: Int
  /// The request, with the parts that the stub's condition captured.
  let request: StubRequest
  let exchange: ExchangeLog.ID
  /// The time of the claim, on the registry's clock.
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
