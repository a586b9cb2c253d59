#if canImport(FoundationNetworking)
  import Foundation

  extension NetworkHop {
    /// Lets the task's delegate answer a challenge; only a Basic credential is passed on.
    ///
    /// Foundation never completes a task whose challenge stays unanswered, and traps for Digest.
    /// Then the response with the challenge, which has already arrived, is the answer.
    func put(
      _ challenge: URLAuthenticationChallenge,
      answer handler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      // A delegate that always offers a credential would be asked for ever.
      guard challenge.previousFailureCount < BasicChallenge.roundLimit else {
        return arrivals.arriveAtEnd(nil)
      }
      let isAnswered = Locked(false)
      let isPut = context?.withDelegate { [self] delegate, session, task in
        delegate.urlSession(session, task: task, didReceive: challenge) { disposition, credential in
          let isFirst = isAnswered.withLock { isAnswered in
            defer { isAnswered = true }
            return !isAnswered
          }
          guard isFirst else { return }
          switch (disposition, credential, challenge.protectionSpace.authenticationMethod) {
          case (.useCredential, _?, NSURLAuthenticationMethodHTTPBasic):
            self.arrivals.startAnew()
            self.answer { handler(disposition, credential) }
          case (.cancelAuthenticationChallenge, _, _):
            self.arrivals.arriveAtEnd(BasicChallenge.cancellation)
          default:
            self.arrivals.arriveAtEnd(nil)
          }
        }
      }
      if isPut != true { arrivals.arriveAtEnd(nil) }
    }
  }
#endif
