#if canImport(FoundationNetworking)
  import Foundation

  /// Tells a task's client, and releases it after the end.
  ///
  /// A cancel under way when loading ends would call the protocol's client for a task that is gone,
  /// and crash. So this object takes the client from the protocol, and tells it of a cancel, too.
  final class LoadingClient {
    private var proto: StubURLProtocol?
    private var client: (any URLProtocolClient)?
    private var pieces = 0
    /// For completion handlers, which otherwise get only the last piece; see `BodyCarrier`.
    private var wholeBody = Data()
    private var unchallenged: UnchallengedResponse?

    init(_ proto: StubURLProtocol) {
      self.proto = proto
      client = proto.client
      proto.client = nil
    }

    /// `redirect` is nil on this platform, where StubKit follows redirects itself.
    func receive(_ head: StubResponse.Head, from url: URL, leadingTo redirect: Redirect?) {
      guard let response = Self.response(head, from: url) else { return }
      unchallenged = response as? UnchallengedResponse
      receive(response)
    }

    func receive(_ response: URLResponse) {
      guard let proto else { return }
      client?.urlProtocol(proto, didReceive: response, cacheStoragePolicy: .notAllowed)
    }

    func load(_ data: Data, bodySoFar: Data?) {
      guard let proto, !data.isEmpty else { return }
      let data = data.basedAtZero
      pieces += 1
      if let bodySoFar {
        wholeBody = bodySoFar
      } else if pieces == 1 {
        wholeBody = data
      } else {
        wholeBody.append(data)
      }
      client?.urlProtocol(proto, didLoad: data)
    }

    func finish() {
      guard let proto else { return }
      if let unchallenged {
        unchallenged.withoutURL { finish(proto) }
      } else {
        finish(proto)
      }
      (self.proto, client) = (nil, nil)
    }

    private func finish(_ proto: StubURLProtocol) {
      if pieces > 1 {
        client.map { BodyCarrier.finish(proto, with: wholeBody, over: $0) }
      } else {
        client?.urlProtocolDidFinishLoading(proto)
      }
    }

    func fail(_ error: any Error) {
      guard let proto else { return }
      // Foundation sets `error` only when a task is cancelled: for awaited tasks, on another queue.
      if let task = proto.task, !TaskInternals.isAwaited(task), task.error == nil {
        TaskInternals.error.set(error, in: task)
      }
      client?.urlProtocol(proto, didFailWithError: error)
      (self.proto, client) = (nil, nil)
    }

    func abandon(with error: URLError) { fail(error) }

    static func response(_ head: StubResponse.Head, from url: URL) -> HTTPURLResponse? {
      if head.status == 401 {
        // A new object for each request, since it hides its URL while that request finishes.
        return UnchallengedResponse(head, from: url)
      }
      return MadeResponses.response(head, from: url)
    }
  }

  /// A 401 response that does not make Foundation start an authentication of its own.
  ///
  /// When a 401 with a Basic or Digest challenge finishes, Foundation asks for a credential and
  /// then sends the request over the real network, or never completes the task. It recognises such
  /// a response by its `url`, which it reads within `urlProtocolDidFinishLoading`. Within that
  /// call, on that thread, this response has no URL.
  final class UnchallengedResponse: HTTPURLResponse, @unchecked Sendable {
    private let blindThread = Locked<Thread?>(nil)

    func withoutURL(_ finish: () -> Void) {
      let current = Thread.current
      blindThread.withLock { $0 = current }
      finish()
      blindThread.withLock { $0 = nil }
    }

    override var url: URL? {
      let blind = blindThread.withLock(\.self)
      return blind != nil && blind === Thread.current ? nil : super.url
    }
  }

  /// Hands the whole body to a completion handler when the body was loaded in pieces.
  ///
  /// For tasks with a completion handler, and for `data(for:)`, each `didLoad` replaces the data,
  /// so that only the last piece would arrive. The handler gets the data of the instance that
  /// *finishes*. So a second instance loads the whole body as the protocol of a task without a
  /// delegate, where nobody hears it, and then finishes in place of the first.
  enum BodyCarrier {
    static func finish(
      _ original: StubURLProtocol, with wholeBody: Data, over client: any URLProtocolClient
    ) {
      let carrier = StubURLProtocol(request: IdleTask.placeholder, cachedResponse: nil, client: nil)
      carrier.task = IdleTask.task
      client.urlProtocol(carrier, didLoad: wholeBody)
      carrier.task = original.task
      client.urlProtocolDidFinishLoading(carrier)
    }
  }

  /// Responses by URL, reused because making one costs more than the rest of a plain answer.
  enum MadeResponses {
    static let most = 4_096
    private static let made = Locked<[String: (StubResponse.Head, HTTPURLResponse)]>([:])

    static func response(_ head: StubResponse.Head, from url: URL) -> HTTPURLResponse? {
      // A relative URL also has a base, which the key, its text, does not contain.
      guard url.baseURL == nil else { return HTTPURLResponse(head, from: url) }
      let text = url.absoluteString
      if let (known, response) = made.withLock({ $0[text] }), known == head,
        // Equal fields may differ in the case of their names, which a client sees.
        known.headers.elementsEqual(head.headers, by: { $0.name == $1.name })
      {
        return response
      }
      guard let response = HTTPURLResponse(head, from: url) else { return nil }
      made.withLock { made in
        if made.count >= most { made.removeAll(keepingCapacity: true) }
        made[text] = (head, response)
      }
      return response
    }
  }
#endif
