/// One event of an event stream, as browsers' `EventSource` reads them.
public struct ServerSentEvent: Sendable, Hashable {
  /// The kind of event, or nil for the default, `message`.
  public var event: String?
  /// The payload, which may have several lines.
  public var data: String
  /// The identifier a client sends back when it reconnects.
  public var id: String?
  /// How long the client should wait before it reconnects.
  public var retry: Duration?
  /// The time since the event before it.
  public var after: Duration
  /// The text of a comment, which clients ignore.
  var comment: String?

  /// Makes an event.
  public init(
    event: String? = nil, data: String, id: String? = nil, retry: Duration? = nil,
    after: Duration = .zero
  ) {
    self.event = event
    self.data = data
    self.id = id
    self.retry = retry
    self.after = after
  }
}
