import Foundation

/// Who answers a request whose loading starts.
///
/// Each case has the request with its body; the exchange is nil if the registry does not log.
enum Decision: Sendable {
  case claimed(Claim)
  indirect case refused(StubRequest, ExchangeLog.ID?)
  indirect case unsendable(StubRequest, ExchangeLog.ID?)
  indirect case released(StubRequest, ExchangeLog.ID?)
  /// The registry ignores the request, and the network performs it.
  indirect case ignored(StubRequest)

  var request: StubRequest {
    switch self {
    case .claimed(let claim): claim.request
    case .refused(let request, _), .unsendable(let request, _), .released(let request, _),
      .ignored(let request):
      request
    }
  }

  var exchange: ExchangeLog.ID? {
    switch self {
    case .claimed(let claim): claim.exchange
    case .refused(_, let exchange), .unsendable(_, let exchange), .released(_, let exchange):
      exchange
    case .ignored: nil
    }
  }

  var claim: Claim? { if case .claimed(let claim) = self { claim } else { nil } }
}

final class Claim: Sendable {
  let stub: Stub
  /// The number of the use, from 0; sequences, faults and jitter depend on it.
  let turn: Int
  let request: StubRequest
  let exchange: ExchangeLog.ID
  let time: Duration

  init(stub: Stub, turn: Int, request: StubRequest, exchange: ExchangeLog.ID, time: Duration) {
    self.stub = stub
    self.turn = turn
    self.request = request
    self.exchange = exchange
    self.time = time
  }
}

package enum Responder: Sendable {
  case value(StubResponse)
  case closure(@Sendable (StubRequest) throws -> StubResponse)
  case asyncClosure(@Sendable (StubRequest) async throws -> StubResponse)
}

extension StubRegistry {
  /// Fails the request; `stub`, which would have answered, is then not reported as unused.
  func decisionForUnsendable(_ probe: RequestProbe, meaning stub: Stub?) -> Decision {
    let request = probe.snapshot()
    let exchange = logUnmatched(request)
    if let exchange, let stub {
      _ = state.withLock { $0.log.update(exchange) { $0.meant = stub.rank.number } }
    }
    return .unsendable(request, exchange)
  }
}

extension RequestProbe {
  /// On every platform `URLSession` fails a GET with a body, but sends a body with other methods.
  var isUnsendable: Bool {
    guard case .seen(let body?, true) = body, !body.isEmpty else { return false }
    return method == StubRequest.Method.get.rawValue
  }
}

extension URLError {
  static func unsendable(_ request: StubRequest) -> URLError {
    URLError(
      .dataLengthExceedsMaximum,
      "\(request) cannot be sent: it is a GET with a body of \((request.body?.count ?? 0).bytes), "
        + "which URLSession refuses with this error (-1103, dataLengthExceedsMaximum). Send it by "
        + "another method, such as POST, or put the body's content into the query.")
  }
}
