import Dispatch
import Foundation

/// One hop that a private session performs.
///
/// It serves `perform()`, and requests that StubKit took but lets go to the network. A redirect
/// arrives like any other response, and the course or `perform()` decides on it.
final class NetworkHop: NSObject, @unchecked Sendable {
  // Unchecked: `task` and `isCancelled` are touched only on `queue`.

  /// The queue on which private sessions are made, cancelled and answered.
  ///
  /// A session that is made or cancelled on a work queue, where StubKit's steps run, waits for
  /// ever. An answer after a cancel ends the process; on one serial queue the answer comes first,
  /// or never.
  private static let queue = DispatchQueue(label: "StubKit.forwarding")

  /// A timeout while a delegate is asked ends the process; course and `perform()` have their own.
  private static let never: TimeInterval = 10_000_000

  let context: ClientContext?
  let arrivals = NetworkArrivals()
  /// Nil for a request that `perform()` sends.
  let registry: StubRegistry?
  private var task: URLSessionTask?
  private var isCancelled = false

  init(on behalf: ClientContext?, answeredBy registry: StubRegistry? = nil) {
    context = behalf
    self.registry = registry
  }

  /// Uses the configuration of the session that made the request, without StubKit.
  ///
  /// A recording hears nothing of a credential, which came from a delegate.
  func start(_ request: URLRequest, body: Data?, credential: String? = nil) {
    if registry?.associatedObjects.existing(ForwardedExchanges.self) != nil {
      arrivals.keepAll(of: ForwardedExchange(of: request, body: body))
    }
    let configuration =
      context?.session?.configuration.copy() as? URLSessionConfiguration ?? .default
    configuration.protocolClasses = configuration.protocolClassesOfOthers
    configuration.urlCache = nil
    // StubKit adds and stores cookies itself; a scope's cookies are not the session's.
    configuration.httpCookieStorage = nil
    configuration.timeoutIntervalForRequest = Self.never
    configuration.timeoutIntervalForResource = Self.never
    var request = request
    // Foundation decodes only if it sets this field itself; without a client's session, it must.
    if context == nil { request.setValue(nil, forHTTPHeaderField: "Accept-Encoding") }
    if let credential { request.setValue(credential, forHTTPHeaderField: "Authorization") }
    // To a body without a content type Foundation gives that of a form, but only in a data task.
    let isUpload = body?.isEmpty == false && (context == nil || request.httpBody == nil)
    request.httpBodyStream = nil
    request.httpBody = isUpload ? nil : body
    request.timeoutInterval = Self.never
    Self.queue.async { [self, request] in
      guard !isCancelled else { return }
      let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      let task =
        isUpload
        ? session.uploadTask(with: request, from: body ?? Data())
        : session.dataTask(with: request)
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
      // `invalidateAndCancel()` would read the session's tasks while other threads may change them.
      task?.cancel()
      task = nil
    }
  }

  func answer(_ answer: @escaping @Sendable () -> Void) {
    Self.queue.async { [self] in
      if !isCancelled { answer() }
    }
  }

  /// Tells the listener, once, of a hop that was not cancelled.
  func conclude(as outcome: StubExchange.Outcome, error: (any Error)?) {
    guard let registry, outcome != .cancelled, var exchange = arrivals.takeExchange()
    else { return }
    exchange.noteEnd()
    exchange.error = error
    if outcome == .redirected {
      // The course does not wait for a redirect's body, which may have come in part.
      exchange.body = Data()
      exchange.response?.headers.removeBodyFields()
    }
    registry.associatedObjects.existing(ForwardedExchanges.self)?.hear(exchange)
  }
}

/// Foundation calls these on a queue of the private session.
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
    // Foundation delivers no head for a redirect without a usable `Location`.
    if error == nil, let response = task.response { arrivals.arrive(response) }
    arrivals.arriveAtEnd(error)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Answered at once, so that the redirect's own body arrives like that of any other response.
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
}

extension PerformingDoor {
  func forward(
    _ request: URLRequest, body: Data?, credential: String?, within patience: TimeLimits,
    _ back: ReplyHandle
  ) -> Input? {
    let network = NetworkHop(on: context, answeredBy: registry)
    self.network = network
    networkStart = networkStart ?? .now
    network.start(request, body: body, credential: credential)
    return awaitArrival(within: patience, back)
  }

  /// The timeout runs in real time, whatever the registry's clock.
  func left(of patience: TimeLimits) -> TimeLimits {
    patience.spending(networkStart?.duration(to: .now) ?? .zero)
  }

  func awaitArrival(within patience: TimeLimits, _ back: ReplyHandle) -> Input? {
    let limits = left(of: patience)
    // Otherwise quick arrivals could always be faster than an alarm that goes off at once.
    if limits.left == .zero { return .failed(limits.error) }
    let reader = ArrivalReader(bring: back.bring) {
      back.whileOpen { $0.alarm = $0.alarm?.restarted() }
    }
    if let input = network?.arrivals.next(reader) { return input }
    watch(patience, back)
    return nil
  }
}
