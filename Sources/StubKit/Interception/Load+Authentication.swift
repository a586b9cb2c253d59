import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking

  /// Authentication: a delegate that answers a stubbed challenge gets the request matched again.
  extension Load {
    /// Asks the delegate about a Basic challenge; nil if there is none, or nobody to ask.
    func authenticate(
      after head: HTTPURLResponse, _ response: StubExchange.Response
    ) -> Progress? {
      // A delegate that never tires of a wrong password would go round for ever.
      guard authenticationRounds < Redirection.limit, !hop.isForwarded, response.status == 401,
        let url = hop.request.url,
        let challenge = BasicChallenge(in: response.headers), let session = channel.session,
        let task = channel.task, let delegate = task.delegate
      else { return nil }
      let question = URLAuthenticationChallenge(
        protectionSpace: challenge.protectionSpace(for: url), proposedCredential: nil,
        previousFailureCount: authenticationRounds, failureResponse: head, error: nil,
        sender: SilentSender())
      let goesOn = Promise<Bool>()
      let isAnswered = Once()
      watch()
      session.delegateQueue.addOperation {
        delegate.urlSession(session, task: task, didReceive: question) { disposition, credential in
          guard isAnswered.isFirst else { return }
          self.inContext {
            self.watchdog?.cancel()
            switch (disposition, credential) {
            case (.useCredential, let credential?):
              goesOn.keep(false)
              self.retry(with: credential)
            case (.cancelAuthenticationChallenge, _):
              goesOn.keep(false)
              self.fail(
                URLError(.cancelled, "The delegate cancelled the authentication."), as: .cancelled)
            default:
              // Nobody has a credential: the 401 is the response.
              self.channel.receive(head)
              goesOn.keep(true)
            }
          } orDrop: {
            goesOn.keep(false)
          }
        }
      }
      return .pending(goesOn: goesOn)
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
