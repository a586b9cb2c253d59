public import Foundation

/// An event stream that stays open until the test ends it, and brings what the test sends.
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
/// What is sent, and an end, goes to every request that is open, or else to the next one; see `BodyStream`.
public final class ServerSentEventStream: Sendable, CustomStringConvertible {
  /// The stream as bytes.
  let body = BodyStream()

  /// Makes a stream to which nothing has been sent yet.
  public init() {}

  /// How many requests are open: they have got the head, and their end has not been sent.
  public var openRequestCount: Int { body.openRequestCount }

  /// How many requests are open.
  public var description: String { body.description(as: "ServerSentEventStream") }

  /// Sends events, at once: the time that an event says it comes `after` is not waited for.
  ///
  /// An event that cannot be written, as its name has a line break, makes the request fail and say so.
  public func send(_ events: ServerSentEvent...) {
    for event in events {
      if let fault = event.fault {
        body.fail(URLError.brokenResponse(.badServerResponse, fault))
      } else {
        body.send(event.text)
      }
    }
  }

  /// Ends the stream.
  public func finish() {
    body.finish()
  }

  /// Breaks the connection with an error.
  public func fail(_ error: any Error & Sendable) {
    body.fail(error)
  }

  /// Breaks the connection with this kind of `URLError`, described as the platform would.
  public func fail(_ code: URLError.Code) {
    body.fail(code)
  }
}
