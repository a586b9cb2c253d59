#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// The challenges of a real server.
  extension NetworkHop {
    /// Has the task's own delegate answer a challenge, if it is of a kind that can be answered.
    ///
    /// The fact: left to itself, Foundation never completes a task whose challenge nobody answers,
    /// and traps for Digest. So the challenge is the response then, whose head and body have come.
    func put(
      _ challenge: URLAuthenticationChallenge,
      answer handler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      let isPut = context.withDelegate { [self] delegate, session, task in
        delegate.urlSession(session, task: task, didReceive: challenge) { disposition, credential in
          let method = challenge.protectionSpace.authenticationMethod
          guard disposition == .useCredential, method == NSURLAuthenticationMethodHTTPBasic else {
            return self.arrivals.arriveAtEnd(nil)
          }
          self.answer { handler(disposition, credential) }
        }
      }
      if !isPut { arrivals.arriveAtEnd(nil) }
    }
  }
#endif
