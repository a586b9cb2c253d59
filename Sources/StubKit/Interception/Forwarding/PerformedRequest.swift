import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request that a response closure has the network perform, redirects included.
enum PerformedRequest {
  /// Returns the network's final answer.
  static func answer(to request: URLRequest, body: Data?) async throws -> StubResponse {
    guard request.url != nil else {
      throw URLError(.badURL, "A request that has no URL cannot be performed.")
    }
    let registry = StubRegistry.current
    // Simulated time cannot see the network's work, and stands still meanwhile.
    let work = registry.rest.map(WayIn.init(noticedBy:))
    defer { withExtendedLifetime(work) {} }
    let client = ClientContext.ofClosure
    let cookies = CookieRules(registry: registry, session: client?.session)
    let start = ContinuousClock.now
    var (request, body) = (request, body)
    for _ in 0...Redirection.limit {
      let hop = PerformedHop(of: request, body: body, on: client)
      switch try await hop.ending() {
      case .answer(let answer):
        return StubResponse(answer, to: request, after: start)
      case .redirect(var next, let head):
        cookies.store(head.headers, from: request.url, for: request)
        if let refusal = Redirection.refusal(of: next.url) { throw refusal.failing(next.url) }
        cookies.addCookies(to: &next)
        body = next.httpBody
        request = next
      }
    }
    throw URLError(
      .httpTooManyRedirects,
      "The request was redirected more than \(Redirection.limit) times.", url: request.url)
  }
}

extension ClientContext {
  /// The context of the request that the surrounding response closure answers.
  @TaskLocal static var ofClosure: ClientContext?
}

/// One hop of the request, whose answer is collected.
private final class PerformedHop: ArrivalReader, Sendable {
  /// The network's answer to the hop so far.
  struct Answer: Sendable {
    var head = StubResponse.Head(status: 200, headers: [:])
    var body = Data()
    var headTime = ContinuousClock.now
  }

  enum Ending: Sendable {
    case answer(Answer)
    /// A redirect, whose body is not waited for.
    case redirect(URLRequest, StubResponse.Head)
  }

  private struct State: Sendable {
    var answer = Answer()
    var waiting: CheckedContinuation<Ending, any Error>?
    var isOver = false
  }

  private let request: URLRequest
  private let body: Data?
  private let network: NetworkHop
  private let state = Locked(State())

  init(of request: URLRequest, body: Data?, on client: ClientContext?) {
    (self.request, self.body) = (request, body)
    network = NetworkHop(on: client)
  }

  /// Performs the hop; to be called once.
  func ending() async throws -> Ending {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.withLock { state in
          if !state.isOver { state.waiting = continuation }
          return state.isOver
        }
        guard !isOver else { return continuation.resume(throwing: URLError(.cancelled)) }
        network.start(request, body: body)
        read()
      }
    } onCancel: {
      end(.failure(URLError(.cancelled)))
    }
  }

  private func read() {
    while let news = network.arrivals.next(self) { take(news) }
  }

  func bring(_ news: News) {
    take(news)
    read()
  }

  /// There is no alarm: an upload may take as long as the closure may.
  func noteProgress() {}

  private func take(_ news: News) {
    switch news {
    case .arrival(.head(let head)):
      let next = Redirection.request(
        after: head.status, location: head.headers["Location"], from: request, body: body)
      if let next { return end(.success(.redirect(next, head))) }
      change { ($0.head, $0.headTime) = (head, .now) }
    case .arrival(.foreignHead):
      let type = network.arrivals.foreignHead?.mimeType
      change { answer in
        answer.headTime = .now
        if let type { answer.head.headers.set(type, for: "Content-Type") }
      }
    case .arrival(.piece(let piece)):
      change { $0.body.append(piece) }
    case .arrival(.end):
      end(.success(.answer(state.withLock(\.answer))))
    case .failed(let error, _):
      end(.failure(error))
    default:
      // The network brings nothing else.
      break
    }
  }

  private func change(_ change: (inout Answer) -> Void) {
    state.withLock { change(&$0.answer) }
  }

  /// Ends the hop, once, and stops the network if it still runs.
  private func end(_ result: Result<Ending, any Error>) {
    let waiting = state.withLock { state in
      state.isOver = true
      return state.waiting.take()
    }
    network.cancel()
    waiting?.resume(with: result)
  }
}

extension StubResponse {
  /// Makes the network's answer into a response of a stub, for which no bytes are decoded or framed again.
  fileprivate init(
    _ answer: PerformedHop.Answer, to request: URLRequest, after start: ContinuousClock.Instant
  ) {
    var headers = answer.head.headers
    headers.remove("Transfer-Encoding")
    // Without a body (a HEAD, a 304) the fields describe one that is not sent, and stay.
    if !answer.body.isEmpty {
      headers.remove("Content-Encoding")
      headers.set(String(answer.body.count), for: "Content-Length")
    }
    // The answer to a HEAD, or a 304, may leave the length of its body open: none is filled in.
    let hasNoBody = request.httpMethod == "HEAD" || answer.head.status == 304
    let isOfUnknownLength = hasNoBody && !headers.contains("Content-Length")
    self.init(
      .reply(
        ReplyDraft(
          status: answer.head.status, ownsStatus: true, headers: headers,
          body: .given(isOfUnknownLength ? .stream([]) : .data(answer.body)))))
    delivery.timing = Timing(
      wait: start.duration(to: answer.headTime), receive: answer.headTime.duration(to: .now))
  }
}
