/// Answers the requests of connections; the methods are called on the loop.
protocol ConnectionOwner: AnyObject, Sendable {
  var limits: RequestLimits { get }
  var keepsAlive: Bool { get }

  /// Begins to answer a request; the connection passes the next one only after the answer's end.
  func answer(_ request: ServerRequest, on connection: Connection) -> any ServedExchange

  /// Notes input that was refused; the client has been answered, unless it speaks TLS.
  func note(_ refusal: Refusal, on connection: Connection)

  /// Called once for each listener, when clients wait because the process has no descriptor left.
  func noteNoDescriptorLeft()
}

/// An answer in progress; the methods are called on the loop.
protocol ServedExchange: AnyObject {
  func cancel()
  func pause()
  func resume()
  /// Whether the network answers, so that the answer may end some time after its last byte.
  var isForwarded: Bool { get }
}

extension ServedExchange {
  var isForwarded: Bool { false }
}
