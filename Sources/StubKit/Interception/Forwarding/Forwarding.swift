import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Has a private session perform one hop of a load, and passes on what comes back.
///
/// It is needed where a request was taken because a closure or an unseen body had to decide, and
/// then no stub matched. Redirects come back to the load, which asks the registry again.
final class Forwarding: NSObject, LoadWork, @unchecked Sendable {
  // Unchecked: `session` is touched only on `queue`, the flags only in the load's context.

  /// Where private sessions are made and cancelled.
  ///
  /// Both wait for the sessions' work queue, which a load runs on: there they would wait for ever.
  private static let queue = DispatchQueue(label: "StubKit.forwarding")

  private let load: Load
  private let original: (session: URLSession, task: URLSessionTask)?
  private var session: URLSession?
  /// Whether the client has been given a head; touched only in the load's context.
  private var hasHead = false
  /// Whether the load has gone on to another hop; touched only in the load's context.
  private var isLeft = false

  init(for load: Load) {
    self.load = load
    if let session = load.channel.session, let task = load.channel.task {
      original = (session, task)
    } else {
      original = nil
    }
  }

  /// Performs a request with the session's own configuration, but for StubKit.
  func start(_ request: URLRequest, body: Data?) {
    let configuration =
      original?.session.configuration.copy() as? URLSessionConfiguration ?? .default
    configuration.protocolClasses = configuration.protocolClassesOfOthers
    configuration.urlCache = nil
    // The load adds and stores cookies itself, and a scope's are not those of the session.
    configuration.httpCookieStorage = nil
    var request = request
    request.httpBodyStream = nil
    request.httpBody = body
    Self.queue.async { [self, request] in
      let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      self.session = session
      session.dataTask(with: request).resume()
      // The session keeps its delegate until then.
      session.finishTasksAndInvalidate()
    }
  }

  func cancel() {
    Self.queue.async { [self] in
      session?.invalidateAndCancel()
      session = nil
    }
  }

  /// Hears no more, because the load has gone on.
  private func leave() {
    isLeft = true
    cancel()
  }

  /// Ends the load with the challenge as the response, whose head and body are there by now.
  ///
  /// Left to itself, Foundation would never complete the task on Linux, and trap for Digest.
  private func settleForChallenge() {
    inContext { load in
      self.leave()
      load.finish()
    }
  }

  private func inContext(_ step: @escaping @Sendable (Load) -> Void) {
    load.inContext { [self] in
      if !isLeft { step(load) }
    }
  }
}

extension Forwarding: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    load.inContext { [self] in
      guard !hasHead, let response = response as? HTTPURLResponse else { return }
      hasHead = true
      _ = load.receive(StubExchange.Response(response))
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    inContext { load in
      load.hop.forwarded?.body.append(data)
      load.channel.load(data)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    inContext { load in
      if let error { load.fail(error) } else { load.finish() }
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // The load follows redirects itself, hop by hop. If it does not follow this one, the redirect
    // is the response: its head is the client's already, and only the body still comes.
    load.inContext { [self] in
      hasHead = true
      switch load.receive(StubExchange.Response(response)) {
      case .next: completionHandler(nil)
      case .over: leave()
      case .pending(let goesOn):
        isLeft = true
        Task {
          guard await goesOn.value else { return self.cancel() }
          self.load.inContext { self.isLeft = false }
          completionHandler(nil)
        }
      }
    } orDrop: {
      completionHandler(nil)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    load.channel.reportSent(totalBytesSent, of: totalBytesExpectedToSend, added: bytesSent)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      guard let original, let delegate = original.task.delegate else { return settleForChallenge() }
      original.session.delegateQueue.addOperation { [self] in
        delegate.urlSession(original.session, task: original.task, didReceive: challenge) {
          [self] disposition, credential in
          let method = challenge.protectionSpace.authenticationMethod
          guard disposition == .useCredential, method == NSURLAuthenticationMethodHTTPBasic else {
            return settleForChallenge()
          }
          completionHandler(disposition, credential)
        }
      }
    #else
      completionHandler(.performDefaultHandling, nil)
    #endif
  }
}

extension Load {
  /// Has the network perform the hop.
  func forward() {
    guard let scheme = hop.request.url?.scheme?.lowercased(),
      redirects == 0 || ["http", "https"].contains(scheme)
    else {
      return fail(URLError(.unsupportedURL, "The redirect does not lead to an http or https URL."))
    }
    hop.isForwarded = true
    if ForwardedExchanges.areHeard(of: registry) {
      hop.forwarded = ForwardedExchange(of: hop.request, body: hop.body)
    }
    let forwarding = Forwarding(for: self)
    work = forwarding
    forwarding.start(hop.request, body: hop.body)
  }
}

extension StubExchange.Response {
  /// The head of a response that came from the network.
  fileprivate init(_ response: HTTPURLResponse) {
    let fields = response.allHeaderFields.reduce(into: [String: String]()) { fields, field in
      fields["\(field.key)"] = "\(field.value)"
    }
    self.init(status: response.statusCode, headers: StubHeaders(fields))
  }
}
