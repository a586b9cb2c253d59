/// One event of an event stream, as a browser's `EventSource` reads it.
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

  /// Makes an event with data; `comment(_:after:)` makes one that only keeps a connection alive.
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

  /// A remark that clients ignore, such as servers send to keep a connection alive.
  public static func comment(_ text: String, after: Duration = .zero) -> ServerSentEvent {
    var event = ServerSentEvent(data: "", after: after)
    (event.data, event.comment) = (nil, text)
    return event
  }
}

extension ServerSentEvent: ExpressibleByStringLiteral {
  /// An event with this data: `.serverSentEvents(["ready", "42"])`.
  public init(stringLiteral data: String) { self.init(data: data) }
}

extension ServerSentEvent {
  var text: String {
    var lines: [String] = []
    if let comment { lines += Self.lines(of: comment).map { ": \($0)" } }
    if let event { lines.append("event: \(event)") }
    if let id { lines.append("id: \(id)") }
    if let retry {
      let (seconds, attoseconds) = retry.withinCentury.components
      lines.append("retry: \(seconds * 1000 + attoseconds / 1_000_000_000_000_000)")
    }
    if let data { lines += Self.lines(of: data).map { "data: \($0)" } }
    return lines.map { $0 + "\n" }.joined() + "\n"
  }

  var fault: String? {
    if let retry, retry < .zero {
      return "The stub's response has a mistake: retry: \(retry): no time can be negative."
    }
    if let event, Self.breaksLine(event) {
      return "The event \(event.debugDescription) of the stub's event stream has a line break."
    }
    if let id, Self.breaksLine(id) || id.unicodeScalars.contains("\0") {
      return "The id \(id.debugDescription) of the stub's event stream has a line break or a NUL."
    }
    return nil
  }

  /// For clients, a line ends with CR LF, CR or LF.
  private static func lines(of text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
  }

  private static func breaksLine(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0 == "\n" || $0 == "\r" }
  }
}
