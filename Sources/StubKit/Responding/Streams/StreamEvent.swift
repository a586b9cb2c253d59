public import Foundation

/// One event of a streamed body: some bytes, the end, an error, or no end at all.
///
/// ```swift
/// .stream([.text("first\n"), .text("last\n", after: .seconds(1)), .fail(.networkConnectionLost)])
/// ```
/// `after` counts from the previous event, or from the response's head for the first event. A body
/// without an ending event finishes after its last event.
public struct StreamEvent: Sendable {
  /// A piece or an ending.
  let action: DeliveryPlan.Action
  let after: Duration

  private init(_ action: DeliveryPlan.Action, after: Duration = .zero) {
    self.action =
      after < .zero
      ? .fail(URLError.mistaken("an event after \(after)", "no time can be negative")) : action
    self.after = after.withinCentury
  }

  var isEmpty: Bool {
    switch action {
    case .piece(let data): data.isEmpty
    case .finish: true
    default: false
    }
  }

  /// Writes some bytes.
  public static func data(_ data: Data, after: Duration = .zero) -> StreamEvent {
    StreamEvent(.piece(data.basedAtZero), after: after)
  }

  /// Writes some text in UTF-8.
  public static func text(_ text: String, after: Duration = .zero) -> StreamEvent {
    .data(Data(text.utf8), after: after)
  }

  /// Ends the body; later events are ignored.
  public static let finish = StreamEvent(.finish)

  /// Leaves the body open, and nothing follows: the request ends when it times out or is cancelled.
  public static let staysOpen = StreamEvent(.hang)

  /// Breaks the connection with an error; later events are ignored.
  public static func fail(_ error: any Error & Sendable, after: Duration = .zero) -> StreamEvent {
    StreamEvent(.fail(error), after: after)
  }

  /// Breaks the connection with a kind of `URLError`; later events are ignored.
  public static func fail(_ code: URLError.Code, after: Duration = .zero) -> StreamEvent {
    .fail(URLError.described(code), after: after)
  }
}
