#if canImport(ObjectiveC)
  import Foundation

  /// The loading system asks the delegate about redirects; about challenges the delegate is not asked.
  extension SessionDoor {
    func askDelegate(
      _ question: Question, within patience: Patience, _ back: ReplyHandle
    ) -> Input? {
      switch question {
      case .redirect: .advice(.handOver)
      case .challenge: .advice(.keep)
      }
    }

    /// A body that the delegate gives arrives as the request's stream.
    func askForStream(within patience: Patience, _ back: ReplyHandle) -> Input? { .body(nil) }
  }

  /// The challenges of a real server, which the loading system handles itself.
  extension NetworkHop {
    func put(
      _ challenge: URLAuthenticationChallenge,
      answer handler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      answer { handler(.performDefaultHandling, nil) }
    }
  }
#endif
