#if canImport(FoundationNetworking)
  import Foundation

  /// Asks the task's delegate, which answers when it likes, on its own queue.
  ///
  /// `wasRedirectedTo` is a `fatalError`, and a challenge that Foundation sees goes to the real
  /// network. So the door asks the delegate. The first answer counts: it closes the ticket.
  extension PerformingDoor {
    /// Without a delegate, the door does what a session would; other clients decide themselves.
    func ask(_ question: Question, within patience: TimeLimits, _ back: ReplyHandle) -> Input? {
      guard let context else { return .advice(.keep) }
      var isAsked = false
      switch question {
      case .redirect(let redirect, let head, let request):
        if let response = Self.response(head, to: request) {
          isAsked = context.withDelegate { delegate, session, task in
            delegate.urlSession(
              session, task: task, willPerformHTTPRedirection: response,
              newRequest: redirect.request
            ) { Self.bring($0.map { .follow($0) } ?? .keep, of: task, back) }
          }
        }
        if !isAsked { return .advice(.follow(redirect.request)) }
      case .challenge(let challenge, let head, let request, let failures):
        if let response = Self.response(head, to: request) {
          let question = URLAuthenticationChallenge(
            protectionSpace: challenge.protectionSpace(for: request.url ?? SessionDoor.noURL),
            proposedCredential: nil, previousFailureCount: failures, failureResponse: response,
            error: nil, sender: SilentSender())
          isAsked = context.withDelegate { delegate, session, task in
            delegate.urlSession(session, task: task, didReceive: question) {
              Self.bring(Advice($0, $1), of: task, back)
            }
          }
        }
        if !isAsked { return .advice(.keep) }
      }
      watch(patience, back)
      return nil
    }

    private static func response(
      _ head: StubResponse.Head, to request: URLRequest
    ) -> HTTPURLResponse? { LoadingClient.response(head, from: request.url ?? SessionDoor.noURL) }

    /// A delegate's answer about a task that is cancelled by then does not count.
    private static func bring(_ advice: Advice, of task: URLSessionTask, _ back: ReplyHandle) {
      if task.state != .canceling { back.bring(.advice(advice)) }
    }
  }

  extension SessionDoor {
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
  }

  /// The delegate answers by the completion handler.
  private final class SilentSender: NSObject, URLAuthenticationChallengeSender {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
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
