import Dispatch
import Foundation

/// One hop that a private session performs.
///
/// StubKit needs it if the network is to perform a request that StubKit has taken, and for `perform()`.
/// Redirects are not followed here: they arrive like any other response, and the caller decides on them.
final class NetworkHop: NSObject, @unchecked Sendable {
  // Unchecked: `task` and `isCancelled` are touched only on `queue`.

  /// Makes and cancels private sessions, and answers Foundation's questions.
  ///
  /// The fact: making and cancelling wait for the sessions' work queue, so a passage, which runs on that
  /// queue, would wait for ever. An answer after a cancel ends the process: on one queue a question is
  /// answered before the cancel, or not at all.
  private static let queue = DispatchQueue(label: "StubKit.forwarding")

  /// The exchange has its own timeouts; a timeout of the session during a question ends the process.
  private static let never: TimeInterval = 10_000_000

  /// The session and the task that the request comes from, as far as they are known.
  let context: ClientContext?
  let arrivals = NetworkArrivals()
  /// The registry whose request it is; nil for a request that a response closure performs.
  let registry: StubRegistry?
  private var task: URLSessionTask?
  private var isCancelled = false

  init(on behalf: ClientContext?, answeredBy registry: StubRegistry? = nil) {
    context = behalf
    self.registry = registry
  }

  /// Performs a request with the session's own configuration, but without StubKit.
  func start(_ request: URLRequest, body: Data?) {
    if let registry, ForwardedExchanges.areHeard(of: registry) {
      arrivals.keepAll(of: ForwardedExchange(of: request, body: body))
    }
    let configuration =
      context?.session?.configuration.copy() as? URLSessionConfiguration ?? .default
    configuration.protocolClasses = configuration.protocolClassesOfOthers
    configuration.urlCache = nil
    // The exchange adds and stores cookies itself, and those of a scope are not the session's.
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
      // The session keeps its delegate until it is invalidated.
      session.finishTasksAndInvalidate()
    }
  }

  func cancel() {
    arrivals.end()
    Self.queue.async { [self] in
      isCancelled = true
      // Not `invalidateAndCancel()`, which reads the session's tasks while other threads may change them.
      task?.cancel()
      task = nil
    }
  }

  /// Answers a question of Foundation's, unless the hop is cancelled by then.
  func answer(_ answer: @escaping @Sendable () -> Void) {
    Self.queue.async { [self] in
      if !isCancelled { answer() }
    }
  }

  /// Tells the listener of the hop's outcome, once.
  func conclude(as outcome: StubExchange.Outcome, error: (any Error)?) {
    guard let registry, outcome != .cancelled, var exchange = arrivals.takeExchange()
    else { return }
    exchange.noteEnd()
    exchange.error = error
    ForwardedExchanges.tell(exchange, of: registry)
  }
}

/// Called by Foundation for the task of the private session, on a queue of that session.
extension NetworkHop: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    arrivals.arrive(response)
    answer { completionHandler(.allow) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    arrivals.arrive(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    // Foundation delivers no head for a redirect that leads nowhere.
    if error == nil, let response = task.response { arrivals.arrive(response) }
    arrivals.arriveAtEnd(error)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Answered at once: a redirect is a response like any other, whose body may still come.
    arrivals.arrive(response)
    answer { completionHandler(nil) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    if registry != nil {
      context?.tellDelegate(sent: totalBytesSent, of: totalBytesExpectedToSend, added: bytesSent)
    }
    arrivals.noteProgress()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    put(challenge, answer: completionHandler)
  }
}

extension PerformingDoor {
  func forward(
    _ request: URLRequest, body: Data?, within patience: Patience, _ back: ReplyHandle
  ) -> Input? {
    let network = NetworkHop(on: context, answeredBy: registry)
    self.network = network
    network.start(request, body: body)
    return awaitArrival(within: patience, back)
  }

  /// Waits for the next arrival, in real time whatever the clock.
  func awaitArrival(within patience: Patience, _ back: ReplyHandle) -> Input? {
    if let input = network?.arrivals.next(back) { return input }
    alarm = Alarm(after: patience, on: ContinuousClock(), back)
    return nil
  }
}
