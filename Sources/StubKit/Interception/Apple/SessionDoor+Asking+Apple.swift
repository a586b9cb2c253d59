#if canImport(ObjectiveC)
  import Foundation

  /// The loading system asks the delegate about redirects, but nothing asks it about challenges.
  extension SessionDoor {
    func askDelegate(
      _ question: Question, within patience: TimeLimits, _ back: ReplyHandle
    ) -> Input? {
      switch question {
      case .redirect: .advice(.handOver)
      case .challenge: .advice(.keep)
      }
    }

    /// Never needed, since the loading system puts the delegate's stream into the request.
    func askForStream(within patience: TimeLimits, _ back: ReplyHandle) -> Input? { .body(nil) }
  }
#endif
