public import Foundation

/// One event of a streamed body: some bytes, the end, an error, or no end at all.
///
/// ```swift
/// .stream([.text("first\n"), .text("last\n", after: .seconds(1)), .fail(.networkConnectionLost)])
/// ```
/// `after` counts from the previous event, or from the response's head for the first event. A body
/// without an ending event finishes after its last event.
public struct StreamEvent: Sendable {
  enum Kind: Sendable {
    case data(Data)
    case finish
    case hang
    case fail(any Error & Sendable)
  }

  let kind: Kind
  let after: Duration

  private init(_ kind: Kind, after: Duration = .zero) {
    var kind = kind
    if after < .zero {
      kind = .fail(URLError.mistaken("an event after \(after)", "no time can be negative"))
    }
    (self.kind, self.after) = (kind, after.clampedToSimulation)
  }

  var isEmpty: Bool {
    switch kind {
    case .data(let data): data.isEmpty
    case .finish: true
    case .hang, .fail: false
    }
  }

  /// Writes some bytes.
  public static func data(_ data: Data, after: Duration = .zero) -> StreamEvent {
    StreamEvent(.data(data.basedAtZero), after: after)
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
