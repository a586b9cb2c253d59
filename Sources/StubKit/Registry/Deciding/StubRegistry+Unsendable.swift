import Foundation

extension StubRegistry {
  /// Fails a request without a claim: a request that cannot be sent must not pass a test.
  ///
  /// - Parameter stub: The stub that would have answered, which is not reported as unused.
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
  /// Whether the loading system refuses to send the request.
  ///
  /// The fact: `URLSession` fails a GET with a body on every platform, and sends one of any other method.
  var isUnsendable: Bool {
    guard case .seen(let body?) = body, !body.isEmpty else { return false }
    return method == StubRequest.Method.get.rawValue
  }
}

extension URLError {
  /// Returns the error of a request that cannot be sent.
  static func unsendable(_ request: StubRequest) -> URLError {
    let bytes = request.body?.count ?? 0
    return URLError(
      .dataLengthExceedsMaximum,
      "\(request) cannot be sent: it is a GET with a body of \(bytes) \(bytes == 1 ? "byte" : "bytes"), "
        + "which URLSession refuses with this error (-1103, dataLengthExceedsMaximum). Send it by "
        + "another method, such as POST, or say it in the query.")
  }
}
