public import Foundation
public import FoundationNetworking

/// Who hears of the tasks of a session, or of one task.
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  /// Decides about a redirect: the request to go on with, or nil to take the redirect as the response.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void)

  /// Answers a challenge.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)

  /// Gives a stream for the body.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void)

  /// Hears how much of the body has been sent.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64)

  /// Hears that the task is over.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

// A delegate of one task that does not have a method leaves the word to the session's delegate.
extension URLSessionTaskDelegate {
  private func next(in session: URLSession) -> (any URLSessionTaskDelegate)? {
    let other = session.delegate as? any URLSessionTaskDelegate
    return other === self ? nil : other
  }

  /// Follows the redirect.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard let next = next(in: session) else { return completionHandler(request) }
    next.urlSession(
      session, task: task, willPerformHTTPRedirection: response, newRequest: request,
      completionHandler: completionHandler)
  }

  /// Has no credential.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard let next = next(in: session) else {
      return completionHandler(.performDefaultHandling, nil)
    }
    next.urlSession(
      session, task: task, didReceive: challenge, completionHandler: completionHandler)
  }

  /// Has no stream.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    guard let next = next(in: session) else { return completionHandler(nil) }
    next.urlSession(session, task: task, needNewBodyStream: completionHandler)
  }

  /// Does nothing about it.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    next(in: session)?.urlSession(
      session, task: task, didSendBodyData: bytesSent, totalBytesSent: totalBytesSent,
      totalBytesExpectedToSend: totalBytesExpectedToSend)
  }

  /// Does nothing about it.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    next(in: session)?.urlSession(session, task: task, didCompleteWithError: error)
  }
}
