/// Who answers the requests of connections.
///
/// It is called on their loop.
protocol ConnectionOwner: AnyObject, Sendable {
  var limits: RequestLimits { get }
  /// Whether a client may ask again on the same connection.
  var keepsAlive: Bool { get }

  /// Begins to answer a request; the connection reads no further one before the answer's end.
  func answer(_ request: ServerRequest, on connection: Connection) -> any ServedExchange

  /// Something came that is no request. The client has been answered, if it would understand that.
  func note(_ refusal: Refusal, on connection: Connection)

  /// Clients wait, because the process has no descriptor for them; said once for each listener.
  func noteNoDescriptorLeft()
}

/// An answer that is under way.
///
/// It is called on the loop.
protocol ServedExchange: AnyObject {
  /// The client has gone.
  func cancel()
  /// The client reads more slowly than the answer comes.
  func pause()
  func resume()
}
