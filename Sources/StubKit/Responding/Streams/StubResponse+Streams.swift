public import Foundation

extension StubResponse {
  /// Answers with a body that arrives in pieces, each at its own time.
  ///
  /// ```swift
  /// .stream([.data(first), .data(second, after: .seconds(1)), .fail(URLError(.networkConnectionLost))])
  /// ```
  public static func stream(
    status: Int = 200, headers: StubHeaders = [:], _ events: [StreamEvent]
  ) -> StubResponse {
    StubResponse(
      .reply(ReplyDraft(status: status, headers: headers, body: .given(.stream(events)))))
  }

  /// Answers with a body that an asynchronous sequence yields piece by piece.
  ///
  /// The closure is called for each request that is answered, and must make a sequence each time: one
  /// that two requests read at once ends the process. The request fails with whatever error the
  /// sequence throws.
  public static func stream<Pieces: AsyncSequence & SendableMetatype>(
    status: Int = 200, headers: StubHeaders = [:], _ pieces: @escaping @Sendable () -> Pieces
  ) -> StubResponse where Pieces.Element == Data, Pieces.AsyncIterator: SendableMetatype {
    StubResponse(
      .reply(
        ReplyDraft(
          status: status, headers: headers,
          body: .given(
            .source {
              // Safe: the stream has one reader, so that `next` is never called twice at once.
              nonisolated(unsafe) var iterator = pieces().makeAsyncIterator()
              return AsyncThrowingStream { try await iterator.next() }
            }))))
  }

  /// Answers with an event stream, as browsers' `EventSource` reads them.
  ///
  /// ```swift
  /// .serverSentEvents([.init(data: "ready"), .init(event: "price", data: "42", after: .seconds(1))])
  /// ```
  public static func serverSentEvents(
    _ events: [ServerSentEvent], status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse {
    if let fault = events.lazy.compactMap(\.fault).first {
      return .failure(URLError.brokenResponse(.badServerResponse, fault))
    }
    return StubResponse(
      .reply(
        ReplyDraft(
          status: status, headers: headers, contentType: "text/event-stream",
          body: .given(.stream(events.map { .data(Data($0.text.utf8), after: $0.after) })))))
  }
}
