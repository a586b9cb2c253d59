public import Foundation

/// An event stream that a test writes, open until the test ends it.
///
/// ```swift
/// let prices = ServerSentEventStream()
/// stub(condition: isPath("/prices"), response: .serverSentEvents(prices))
/// let watching = Task { await app.watchPrices() }
/// prices.send(.init(event: "price", data: "42", id: "1"))
/// prices.fail(.networkConnectionLost)
/// // A client that connects again gets what is sent from now on:
/// prices.send(.init(event: "price", data: "43", id: "2"))
/// prices.finish()
/// ```
/// An event or an end goes to every open request, or else to the next one; see `BodyStream`.
public final class ServerSentEventStream: Sendable, CustomStringConvertible {
  let body = BodyStream()

  /// Makes a stream to which nothing has been sent yet.
  public init() {}

  /// How many requests are open: they have the head, but not yet an end.
  public var openRequestCount: Int { body.openRequestCount }

  /// How many requests are open.
  public var description: String { body.description(as: "ServerSentEventStream") }

  /// Sends events at once, without waiting for the time in their `after`.
  ///
  /// An event that cannot be written, such as one with a line break in its type, acts like `fail`.
  public func send(_ events: ServerSentEvent...) { send(events) }

  /// Sends events at once, without waiting for the time in their `after`.
  public func send(_ events: [ServerSentEvent]) {
    for event in events {
      if let fault = event.fault {
        body.fail(URLError.brokenResponse(.badServerResponse, fault))
      } else {
        body.send(event.text)
      }
    }
  }

  /// Ends the stream.
  public func finish() { body.finish() }

  /// Breaks the connection with an error.
  public func fail(_ error: any Error & Sendable) { body.fail(error) }

  /// Breaks the connection with a `URLError` of this code and a readable description.
  public func fail(_ code: URLError.Code) { body.fail(code) }
}
