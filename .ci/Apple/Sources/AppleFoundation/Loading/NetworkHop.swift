import Foundation
import FoundationNetworking

/// A request that no protocol took, performed by the session of swift-corelibs-foundation.
final class NetworkHop: NSObject, Hop, @unchecked Sendable {
  // Unchecked: what changes is touched on `queue` alone.

  /// Where private tasks are made and cancelled, and the streams of bodies are read.
  private static let queue = DispatchQueue(label: "com.apple.CFNetwork.network")

  private let loading: LoadingTask
  private let request: URLRequest
  private let body: TaskBody
  private var task: FoundationNetworking.URLSessionTask?
  private var answerRedirect: (@Sendable (URLRequest?) -> Void)?

  init(_ request: URLRequest, body: TaskBody, for loading: LoadingTask) {
    self.request = request
    self.body = body
    self.loading = loading
  }

  func start() {
    Self.queue.async { [self] in
      let session = FoundationNetworking.URLSession(
        configuration: .corelibs(as: loading.task.session.settings), delegate: self,
        delegateQueue: nil)
      let task = session.dataTask(with: body.whole(in: request))
      self.task = task
      task.resume()
      session.finishTasksAndInvalidate()
    }
  }

  func refuseRedirect() {
    Self.queue.async { [self] in
      answerRedirect?(nil)
      answerRedirect = nil
    }
  }

  func stop() {
    Self.queue.async { [self] in
      // Nobody listens any more, so that the redirect's own body may as well come to its end. (To cancel
      // by the session, `invalidateAndCancel()`, goes through its tasks while they end, and may crash.)
      if let answerRedirect { answerRedirect(nil) } else { task?.cancel() }
      answerRedirect = nil
      task = nil
    }
  }
}

extension NetworkHop: FoundationNetworking.URLSessionDataDelegate {
  func urlSession(
    _ session: FoundationNetworking.URLSession, task: FoundationNetworking.URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    Self.queue.async { [self] in
      answerRedirect = completionHandler
      loading.receive(.redirect(to: request, after: response), from: self)
    }
  }

  func urlSession(
    _ session: FoundationNetworking.URLSession, task: FoundationNetworking.URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (
        FoundationNetworking.URLSession.AuthChallengeDisposition, URLCredential?
      ) -> Void
  ) {
    loading.receive(
      .challenge(challenge) { [self] disposition, credential in
        if disposition == .useCredential, let credential {
          completionHandler(.useCredential, credential)
        } else {
          // The response is there by now; left to itself, the task would never be complete.
          loading.receive(.finished, from: self)
        }
      }, from: self)
  }

  func urlSession(
    _ session: FoundationNetworking.URLSession, task: FoundationNetworking.URLSessionTask,
    didSendBodyData bytesSent: Int64, totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    loading.receive(
      .sent(added: bytesSent, total: totalBytesSent, expected: totalBytesExpectedToSend),
      from: self)
  }

  func urlSession(
    _ session: FoundationNetworking.URLSession, dataTask: FoundationNetworking.URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler:
      @escaping @Sendable (FoundationNetworking.URLSession.ResponseDisposition) -> Void
  ) {
    loading.receive(.head(response), from: self)
    completionHandler(.allow)
  }

  func urlSession(
    _ session: FoundationNetworking.URLSession, dataTask: FoundationNetworking.URLSessionDataTask,
    didReceive data: Data
  ) {
    loading.receive(.data(data), from: self)
  }

  func urlSession(
    _ session: FoundationNetworking.URLSession, task: FoundationNetworking.URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    loading.receive(error.map(LoadingEvent.failed) ?? .finished, from: self)
  }
}

extension FoundationNetworking.URLSessionConfiguration {
  /// The settings of one of Apple's sessions, but for its protocol classes and its cache.
  fileprivate static func corelibs(
    as settings: URLSessionConfiguration
  ) -> FoundationNetworking.URLSessionConfiguration {
    let configuration = FoundationNetworking.URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = settings.httpAdditionalHeaders
    configuration.timeoutIntervalForRequest = settings.timeoutIntervalForRequest
    configuration.timeoutIntervalForResource = settings.timeoutIntervalForResource
    configuration.httpCookieStorage = settings.httpCookieStorage
    configuration.httpCookieAcceptPolicy = settings.httpCookieAcceptPolicy
    configuration.httpShouldSetCookies = settings.httpShouldSetCookies
    configuration.urlCredentialStorage = settings.urlCredentialStorage
    configuration.urlCache = nil
    return configuration
  }
}
