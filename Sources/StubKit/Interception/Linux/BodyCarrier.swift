#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Hands the whole body to a completion handler when a delegate has been given it in chunks.
  ///
  /// The fact: for tasks with a completion handler, and for `data(for:)`, each `didLoad` replaces the data,
  /// so that only the last chunk would arrive. The handler is given the data that was kept with the
  /// instance that *finishes*. So a second instance is told to have loaded the whole body while it poses as
  /// the protocol of a task without a delegate, which nobody hears of; then it finishes in the place of the
  /// first.
  enum BodyCarrier {
    static func finish(
      _ original: StubURLProtocol, with wholeBody: Data, over client: any URLProtocolClient
    ) {
      let carrier = StubURLProtocol(
        request: IdleTask.placeholder, cachedResponse: nil, client: nil)
      carrier.task = IdleTask.task
      client.urlProtocol(carrier, didLoad: wholeBody)
      carrier.task = original.task
      client.urlProtocolDidFinishLoading(carrier)
    }
  }
#endif
