#if canImport(FoundationNetworking)
  import Foundation

  extension NetworkHop {
    /// Ends the answer: the course puts a challenge to the delegate, and sends the request again.
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
