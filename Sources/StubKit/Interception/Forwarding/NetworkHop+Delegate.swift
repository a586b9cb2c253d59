import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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
    // Redirects are not followed here, and are answered at once: a redirect is a response like any other,
    // whose body may still come.
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
