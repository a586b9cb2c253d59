/// One event of an event stream, as browsers' `EventSource` reads them.
///
/// ```swift
/// ServerSentEvent(event: "price", data: "42", id: "7", after: .seconds(1))
/// ```
public struct ServerSentEvent: Sendable, Hashable {
  /// The type of the event, or nil for the default, `message`.
  public var event: String?
  /// The data, which may have several lines; nil if there is none.
  public var data: String?
  /// The identifier a client sends back when it reconnects.
  public var id: String?
  /// How long the client should wait before it reconnects.
  public var retry: Duration?
  /// A remark that clients ignore; it may have several lines.
  public var comment: String?
  /// The time since the event before it, or since the head.
  public var after: Duration

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

  private init(comment: String, after: Duration) {
    self.comment = comment
    self.after = after
  }

  /// A remark that clients ignore, as servers send to keep a connection alive.
  public static func comment(_ text: String, after: Duration = .zero) -> ServerSentEvent {
    ServerSentEvent(comment: text, after: after)
  }
}

extension ServerSentEvent: ExpressibleByStringLiteral {
  /// An event with this data: `.serverSentEvents(["ready", "42"])`.
  public init(stringLiteral data: String) {
    self.init(data: data)
  }
}
