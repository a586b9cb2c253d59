#if canImport(FoundationNetworking)
  import Foundation

  /// Asks the task's delegate, which answers when it likes, on its own queue.
  ///
  /// `wasRedirectedTo` is a `fatalError`, and a challenge that Foundation sees goes to the real
  /// network. So the door asks the delegate. The first answer counts: it closes the ticket.
  extension SessionDoor {
    /// Without a delegate the door does what a session does by itself.
    func askDelegate(
      _ question: Question, within patience: TimeLimits, _ back: ReplyHandle
    ) -> Input? {
      switch question {
      case .redirect(let redirect, let head, let request):
        guard ask(about: redirect, after: head, of: request, back) else {
          return .advice(.follow(redirect.request))
        }
      case .challenge(let challenge, let head, let request, let failures):
        guard ask(about: challenge, in: head, of: request, failures: failures, back) else {
          return .advice(.keep)
        }
      }
      watch(patience, back)
      return nil
    }

    private func ask(
      about redirect: Redirect, after head: StubResponse.Head, of request: URLRequest,
      _ back: ReplyHandle
    ) -> Bool {
      guard let response = LoadingClient.response(head, from: request.url ?? Self.noURL) else {
        return false
      }
      return context?.withDelegate { delegate, session, task in
        delegate.urlSession(
          session, task: task, willPerformHTTPRedirection: response, newRequest: redirect.request
        ) { next in
          Self.bring(next.map { .follow($0) } ?? .keep, of: task, back)
        }
      } ?? false
    }

    private func ask(
      about challenge: BasicChallenge, in head: StubResponse.Head, of request: URLRequest,
      failures: Int, _ back: ReplyHandle
    ) -> Bool {
      let url = request.url ?? Self.noURL
      guard let response = LoadingClient.response(head, from: url) else { return false }
      let question = URLAuthenticationChallenge(
        protectionSpace: challenge.protectionSpace(for: url), proposedCredential: nil,
        previousFailureCount: failures, failureResponse: response, error: nil,
        sender: SilentSender())
      return context?.withDelegate { delegate, session, task in
        delegate.urlSession(session, task: task, didReceive: question) { disposition, credential in
          Self.bring(Advice(disposition, credential), of: task, back)
        }
      } ?? false
    }

    /// What the delegate says of a task that it has cancelled does not count.
    private static func bring(_ advice: Advice, of task: URLSessionTask, _ back: ReplyHandle) {
      if task.state != .canceling { back.bring(.advice(advice)) }
    }

    func askForStream(within patience: TimeLimits, _ back: ReplyHandle) -> Input? {
      let isAsked = context?.withDelegate { delegate, session, task in
        delegate.urlSession(session, task: task) { stream in
          // Safe: the delegate has given the stream away, to the thread that reads it.
          nonisolated(unsafe) let stream = stream
          back.whileOpen { [self] _ in
            guard let stream else { return back.bring(.body(nil)) }
            // The first stream is being read; a second one is ignored.
            if work == nil { read(stream, back) }
          }
        }
      }
      guard isAsked == true else { return .body(nil) }
      watch(patience, back)
      return nil
    }

    /// The delegate answers by the completion handler.
    private final class SilentSender: NSObject, URLAuthenticationChallengeSender {
      func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
      func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
      func cancel(_ challenge: URLAuthenticationChallenge) {}
      func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
      func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
    }
  }

  extension Advice {
    fileprivate init(
      _ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?
    ) {
      switch (disposition, credential) {
      case (.useCredential, let credential?):
        self = .authorize(
          BasicChallenge.authorization(
            user: credential.user ?? "", password: credential.password ?? ""))
      case (.cancelAuthenticationChallenge, _): self = .cancel
      // Without a credential the 401 is the response.
      default: self = .keep
      }
    }
  }

  extension BasicChallenge {
    fileprivate func protectionSpace(for url: URL) -> URLProtectionSpace {
      let scheme = url.scheme?.lowercased() ?? "http"
      return URLProtectionSpace(
        host: url.host ?? "", port: url.port ?? (scheme == "https" ? 443 : 80), protocol: scheme,
        realm: realm, authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
    }
  }
#endif
