public import Foundation

extension StubResponse {
  /// Answers with a body that arrives in pieces, each at its own time.
  ///
  /// ```swift
  /// .stream([
  ///   .data(first), .data(second, after: .seconds(1)), .fail(URLError(.networkConnectionLost)),
  /// ])
  /// ```
  public static func stream(
    _ events: [StreamEvent], status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse { reply(.given(.stream(events)), status: status, headers: headers) }

  /// Answers with a body that arrives in pieces; the parameters are in a deprecated order.
  @available(*, deprecated, renamed: "stream(_:status:headers:)")
  @_disfavoredOverload
  public static func stream(
    status: Int = 200, headers: StubHeaders = [:], _ events: [StreamEvent]
  ) -> StubResponse { stream(events, status: status, headers: headers) }

  /// Answers with a body that an asynchronous sequence yields piece by piece.
  ///
  /// StubKit calls the closure for each request, and the closure must make a new sequence each
  /// time: two requests that read one sequence at once crash the process. If the sequence throws an
  /// error, the request fails with that error.
  public static func stream<Pieces: AsyncSequence & SendableMetatype>(
    status: Int = 200, headers: StubHeaders = [:], _ pieces: @escaping @Sendable () -> Pieces
  ) -> StubResponse where Pieces.Element == Data, Pieces.AsyncIterator: SendableMetatype {
    let source: Reply.Source = {
      // Safe: the stream has one reader, so that `next` is never called twice at once.
      nonisolated(unsafe) var iterator = pieces().makeAsyncIterator()
      return Reply.OpenSource(pieces: AsyncThrowingStream { try await iterator.next() })
    }
    return reply(.given(.source(source)), status: status, headers: headers)
  }

  /// Answers with a body that arrives as the test sends it, until the test ends it.
  ///
  /// ```swift
  /// let log = BodyStream()
  /// stub(condition: isPath("/log"), response: .stream(log))
  /// ```
  public static func stream(
    _ body: BodyStream, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse { reply(.given(.source { body.open() }), status: status, headers: headers) }

  /// Answers with an event stream, as a browser's `EventSource` reads it.
  ///
  /// ```swift
  /// .serverSentEvents(["ready", .init(event: "price", data: "42", after: .seconds(1))])
  /// .serverSentEvents(["ready"], then: .staysOpen)
  /// ```
  ///
  /// - Parameters:
  ///   - events: The events; the `after` of each counts from the previous one.
  ///   - end: How the stream ends after the last event: `.finish`, `.staysOpen`, or `.fail(…)`.
  ///   - status: The status.
  ///   - headers: The header fields.
  public static func serverSentEvents(
    _ events: [ServerSentEvent], then end: StreamEvent = .finish, status: Int = 200,
    headers: StubHeaders = [:]
  ) -> StubResponse {
    if let fault = events.lazy.compactMap(\.fault).first { return .broken(fault) }
    let pieces = events.map { StreamEvent.data(Data($0.text.utf8), after: $0.after) }
    return reply(
      .given(.stream(pieces + [end])), as: "text/event-stream", status: status, headers: headers)
  }

  /// Answers with an event stream that the test writes, until the test ends it.
  ///
  /// ```swift
  /// let prices = ServerSentEventStream()
  /// stub(condition: isPath("/prices"), response: .serverSentEvents(prices))
  /// ```
  public static func serverSentEvents(
    _ events: ServerSentEventStream, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse {
    reply(
      .given(.source { events.body.open() }), as: "text/event-stream", status: status,
      headers: headers)
  }
}
