/// Answers the requests of connections.
///
/// Its methods are called on the loop of the connections.
protocol ConnectionOwner: AnyObject, Sendable {
  var limits: RequestLimits { get }
  /// Whether a client may send further requests on the same connection.
  var keepsAlive: Bool { get }

  /// Begins to answer a request; the connection reads no further one before the answer's end.
  func answer(_ request: ServerRequest, on connection: Connection) -> any ServedExchange

  /// Notes input that is no request; a client that can understand an answer has got one.
  func note(_ refusal: Refusal, on connection: Connection)

  /// Notes, once for each listener, that clients wait because the process has no descriptor left.
  func noteNoDescriptorLeft()
}

/// An answer that is under way.
///
/// Its methods are called on the loop.
protocol ServedExchange: AnyObject {
  /// The client has gone.
  func cancel()
  /// The client reads more slowly than the answer comes.
  func pause()
  func resume()
}
