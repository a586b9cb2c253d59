#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Asking the task's delegate, which answers when it likes, on its own queue.
  ///
  /// The fact: `wasRedirectedTo` is a `fatalError`, and a challenge that Foundation sees goes to the
  /// real network. So the delegate is asked here, and what it says is done here.
  extension SessionDoor {
    /// Puts a question to the delegate; without one, what a session does by itself.
    func ask(_ question: Question, within patience: Patience, _ back: WayBack) -> News? {
      switch question {
      case .redirect(let redirect, let head, let request):
        guard let response = LoadingClient.response(head, from: request.url ?? Self.noURL),
          ask(
            { delegate, session, task, react in
              delegate.urlSession(
                session, task: task, willPerformHTTPRedirection: response,
                newRequest: redirect.request, completionHandler: react)
            }, then: { back.bring(.advice($0.map { .follow($0) } ?? .keep)) })
        else { return .advice(.follow(redirect.request)) }
      case .challenge(let challenge, let head, let request, let failures):
        let url = request.url ?? Self.noURL
        guard let response = LoadingClient.response(head, from: url) else { return .advice(.keep) }
        let asked = URLAuthenticationChallenge(
          protectionSpace: challenge.protectionSpace(for: url), proposedCredential: nil,
          previousFailureCount: failures, failureResponse: response, error: nil,
          sender: SilentSender())
        guard
          ask(
            { delegate, session, task, react in
              delegate.urlSession(session, task: task, didReceive: asked) { react(($0, $1)) }
            }, then: { back.bring(.advice(Advice(disposition: $0, $1))) })
        else { return .advice(.keep) }
      }
      watch(patience, back)
      return nil
    }

    /// Asks the delegate for the stream of an upload's body; without one there is no body.
    func askForStream(within patience: Patience, _ back: WayBack) -> News? {
      guard
        ask(
          { delegate, session, task, react in
            delegate.urlSession(session, task: task) { react(Handed(stream: $0)) }
          },
          then: { handed in
            back.whileOpen { door in
              guard let stream = handed.stream else { return back.bring(.body(nil)) }
              door.read(stream, back)
            }
          })
      else { return .body(nil) }
      watch(patience, back)
      return nil
    }

    /// Puts something to the delegate, of whose answers only the first counts; false if nobody is there.
    private func ask<Answer: Sendable>(
      _ question:
        @escaping @Sendable (
          any URLSessionTaskDelegate, URLSession, URLSessionTask,
          @escaping @Sendable (Answer) -> Void
        ) -> Void,
      then react: @escaping @Sendable (Answer) -> Void
    ) -> Bool {
      let isAnswered = Locked(false)
      return context.withDelegate { delegate, session, task in
        question(delegate, session, task) { answer in
          let isFirst = isAnswered.withLock { isAnswered in
            defer { isAnswered = true }
            return !isAnswered
          }
          if isFirst { react(answer) }
        }
      }
    }

    /// A stream on its way from the delegate, which has given it away, to the one who reads it.
    private struct Handed: @unchecked Sendable {
      let stream: InputStream?
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

  extension Advice {
    /// What a delegate's answer to a challenge amounts to.
    fileprivate init(
      disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?
    ) {
      switch (disposition, credential) {
      case (.useCredential, let credential?):
        self = .authorize(BasicChallenge.authorization(for: credential))
      case (.cancelAuthenticationChallenge, _): self = .cancel
      // Nobody has a credential: the 401 is the response.
      default: self = .keep
      }
    }
  }
#endif
