import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One hop that a private session performs, and what it brings back, kept until it is asked for.
///
/// It is needed where a request was taken because a closure or an unseen body had to decide, and
/// then no stub matched. Redirects are never followed here: they arrive as any other response, and
/// the exchange asks the registry again.
final class NetworkHop: NSObject, @unchecked Sendable {
  // Unchecked: `session` and `isCancelled` are touched only on `queue`, the rest under the lock.

  /// Where private sessions are made and cancelled, and where Foundation's questions are answered.
  ///
  /// Making and cancelling wait for the sessions' work queue, which a passage runs on: there they
  /// would wait for ever. And an answer that follows a cancel ends the process, so that both have
  /// one owner: what is answered here is answered before the cancel, or not at all.
  static let queue = DispatchQueue(label: "StubKit.forwarding")

  /// So long that it never comes: the exchange has its own timeouts, and one of the private session's
  /// own that met an open question would end the process.
  static let never: TimeInterval = 10_000_000

  /// Where the request comes from: its session and its task, as far as they are known.
  let context: ClientContext

  private struct State {
    var arrivals: ArraySlice<News> = []
    /// Who waits for the next arrival.
    var waiting: WayBack?
    var hasHead = false
    var isOver = false
    var foreignHead: URLResponse?
    /// What was brought back so far, if somebody wants to hear of it.
    var exchange: ForwardedExchange?
  }

  private let registry: StubRegistry
  private let state = Locked(State())
  private var session: URLSession?
  private var isCancelled = false

  init(on behalf: ClientContext, answeredBy registry: StubRegistry) {
    context = behalf
    self.registry = registry
  }

  /// Performs a request with the session's own configuration, but for StubKit.
  func start(_ request: URLRequest, body: Data?) {
    if ForwardedExchanges.areHeard(of: registry) {
      state.withLock { $0.exchange = ForwardedExchange(of: request, body: body) }
    }
    let configuration =
      context.session?.configuration.copy() as? URLSessionConfiguration ?? .default
    configuration.protocolClasses = configuration.protocolClassesOfOthers
    configuration.urlCache = nil
    // The exchange adds and stores cookies itself, and a scope's are not those of the session.
    configuration.httpCookieStorage = nil
    configuration.timeoutIntervalForRequest = Self.never
    configuration.timeoutIntervalForResource = Self.never
    var request = request
    request.httpBodyStream = nil
    request.httpBody = body
    request.timeoutInterval = Self.never
    Self.queue.async { [self, request] in
      guard !isCancelled else { return }
      let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      self.session = session
      session.dataTask(with: request).resume()
      // The session keeps its delegate until then.
      session.finishTasksAndInvalidate()
    }
  }

  /// Stops it; nothing that still arrives is wanted.
  func cancel() {
    let unwanted = state.withLock { state in
      defer {
        state.isOver = true
        state.arrivals = []
        state.waiting = nil
      }
      return (state.arrivals, state.waiting)
    }
    Self.queue.async { [self] in
      withExtendedLifetime(unwanted) {
        isCancelled = true
        session?.invalidateAndCancel()
        session = nil
      }
    }
  }

  /// Answers a question of Foundation's, unless it is cancelled by then.
  func answer(_ answer: @escaping @Sendable () -> Void) {
    Self.queue.async { [self] in
      if !isCancelled { answer() }
    }
  }
}

/// What arrives.
extension NetworkHop {
  /// The next arrival; nil if there is none yet, and it is brought when it comes.
  func next(_ back: WayBack) -> News? {
    state.withLock { state in
      if let arrival = state.arrivals.popFirst() { return arrival }
      state.waiting = back
      return nil
    }
  }

  /// The head of a response that is none of HTTP's.
  var foreignHead: URLResponse? { state.withLock(\.foreignHead) }

  /// Takes a head in; only the first counts, since a redirect's comes twice.
  func arrive(_ response: URLResponse) {
    let isFirst = state.withLock { state in
      defer { state.hasHead = true }
      return !state.hasHead
    }
    guard isFirst else { return }
    guard let response = response as? HTTPURLResponse else {
      state.withLock { $0.foreignHead = response }
      return arrive(.arrival(.foreignHead))
    }
    let head = StubResponse.Head(response)
    state.withLock { state in
      state.exchange?.noteHead()
      state.exchange?.response = head
    }
    arrive(.arrival(.head(head)))
  }

  /// Takes a piece of the body in.
  func arrive(_ piece: Data) {
    state.withLock { $0.exchange?.body.append(piece) }
    arrive(.arrival(.piece(piece)))
  }

  /// Takes the end in.
  func arriveAtEnd(_ error: (any Error)?) {
    arrive(error.map { .failed($0) } ?? .arrival(.end))
  }

  /// Brings what has come to whoever waits for it, or keeps it.
  private func arrive(_ news: News) {
    let waiting: WayBack? = state.withLock { state in
      guard !state.isOver else { return nil }
      if let waiting = state.waiting.take() { return waiting }
      state.arrivals.append(news)
      return nil
    }
    waiting?.bring(news)
  }

  /// The upload gets on: whoever waits has more patience.
  func noteProgress() {
    let waiting = state.withLock(\.waiting)
    waiting?.whileOpen { $0.alarm = $0.alarm?.restarted() }
  }

  /// Tells those who want to hear of it what became of the hop, once.
  func conclude(as outcome: StubExchange.Outcome, error: (any Error)?) {
    guard outcome != .cancelled, var exchange = state.withLock({ $0.exchange.take() }) else {
      return
    }
    exchange.noteEnd()
    exchange.error = error
    ForwardedExchanges.tell(exchange, of: registry)
  }
}

extension StubResponse.Head {
  /// The head of a response that came from the network.
  fileprivate init(_ response: HTTPURLResponse) {
    let fields = response.allHeaderFields.reduce(into: [String: String]()) { fields, field in
      fields["\(field.key)"] = "\(field.value)"
    }
    self.init(status: response.statusCode, headers: StubHeaders(fields))
  }
}
