import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One hop that a private session performs.
///
/// It is needed where a request was taken because a closure or an unseen body had to decide, and
/// then no stub matched. Redirects are never followed here: they arrive as any other response, and
/// the exchange asks the registry again.
final class NetworkHop: NSObject, @unchecked Sendable {
  // Unchecked: `task` and `isCancelled` are touched only on `queue`.

  /// Where private sessions are made and cancelled, and where Foundation's questions are answered.
  ///
  /// Making and cancelling wait for the sessions' work queue, which a passage runs on: there they
  /// would wait for ever. And an answer that follows a cancel ends the process, so that both have
  /// one owner: what is answered here is answered before the cancel, or not at all.
  private static let queue = DispatchQueue(label: "StubKit.forwarding")

  /// So long that it never comes: the exchange has its own timeouts, and one of the private session's
  /// own that met an open question would end the process.
  private static let never: TimeInterval = 10_000_000

  /// Where the request comes from: its session and its task, as far as they are known.
  let context: ClientContext?
  /// What the network has brought back.
  let arrivals = NetworkArrivals()

  /// Whose request it is; nil of one that a response closure performs, of which nobody else hears.
  let registry: StubRegistry?
  private var task: URLSessionTask?
  private var isCancelled = false

  init(on behalf: ClientContext?, answeredBy registry: StubRegistry? = nil) {
    context = behalf
    self.registry = registry
  }

  /// Performs a request with the session's own configuration, but for StubKit.
  func start(_ request: URLRequest, body: Data?) {
    if let registry, ForwardedExchanges.areHeard(of: registry) {
      arrivals.keepAll(of: ForwardedExchange(of: request, body: body))
    }
    let configuration =
      context?.session?.configuration.copy() as? URLSessionConfiguration ?? .default
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
      let task = session.dataTask(with: request)
      self.task = task
      task.resume()
      // The session keeps its delegate until then.
      session.finishTasksAndInvalidate()
    }
  }

  /// Stops it; nothing that still arrives is wanted.
  func cancel() {
    arrivals.end()
    Self.queue.async { [self] in
      isCancelled = true
      // Not `invalidateAndCancel()`, which reads the session's tasks while others may change them.
      task?.cancel()
      task = nil
    }
  }

  /// Answers a question of Foundation's, unless it is cancelled by then.
  func answer(_ answer: @escaping @Sendable () -> Void) {
    Self.queue.async { [self] in
      if !isCancelled { answer() }
    }
  }

  /// Tells those who want to hear of it what became of the hop, once.
  func conclude(as outcome: StubExchange.Outcome, error: (any Error)?) {
    guard let registry, outcome != .cancelled, var exchange = arrivals.takeExchange()
    else { return }
    exchange.noteEnd()
    exchange.error = error
    ForwardedExchanges.tell(exchange, of: registry)
  }
}
