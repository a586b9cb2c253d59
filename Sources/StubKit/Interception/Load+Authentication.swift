import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking

  /// Authentication: a delegate that answers a stubbed challenge gets the request matched again.
  extension Load {
    /// Asks the delegate about a Basic challenge; nil if there is none, or nobody to ask.
    func authenticate(
      after head: HTTPURLResponse, _ response: StubExchange.Response
    ) -> Progress? {
      guard authenticationRounds < BasicChallenge.roundLimit, !hop.isForwarded,
        response.status == 401, let url = hop.request.url,
        let challenge = BasicChallenge(in: response.headers)
      else { return nil }
      let question = URLAuthenticationChallenge(
        protectionSpace: challenge.protectionSpace(for: url), proposedCredential: nil,
        previousFailureCount: authenticationRounds, failureResponse: head, error: nil,
        sender: SilentSender())
      return askDelegate { delegate, session, task, react in
        delegate.urlSession(session, task: task, didReceive: question) { react(($0, $1)) }
      } then: { (answer: (URLSession.AuthChallengeDisposition, URLCredential?)) in
        switch answer {
        case (.useCredential, let credential?):
          self.retry(with: credential)
          return false
        case (.cancelAuthenticationChallenge, _):
          self.fail(
            URLError(.cancelled, "The delegate cancelled the authentication."), as: .cancelled)
          return false
        default:
          // Nobody has a credential: the 401 is the response.
          self.channel.receive(head)
          return true
        }
      }
    }

    /// Sends the request again with a credential, as a hop of its own.
    private func retry(with credential: URLCredential) {
      authenticationRounds += 1
      registry.conclude(hop.exchange, .challenged, response: hop.response)
      var request = hop.request
      request.setValue(
        BasicChallenge.authorization(for: credential), forHTTPHeaderField: "Authorization")
      begin(request, body: hop.body)
    }

    /// The delegate answers by the completion handler; nobody listens to the sender.
    private final class SilentSender: NSObject, URLAuthenticationChallengeSender {
      func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
      func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
      func cancel(_ challenge: URLAuthenticationChallenge) {}
      func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
      func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
    }
  }
#endif
