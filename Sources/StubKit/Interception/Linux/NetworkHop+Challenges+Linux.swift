#if canImport(FoundationNetworking)
  import Foundation

  extension NetworkHop {
    /// Ends the answer: the course asks the delegate, and sends the request again if told to.
    ///
    /// Foundation never completes a task whose challenge stays unanswered. The response with the
    /// challenge has already arrived.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { arrivals.arriveAtEnd(nil) }
  }
#endif
