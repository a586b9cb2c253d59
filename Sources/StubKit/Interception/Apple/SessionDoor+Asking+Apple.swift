#if canImport(ObjectiveC)
  import Foundation

  /// What the loading system asks the delegate itself, and what nobody asks it.
  extension SessionDoor {
    /// The loading system follows redirects; a challenge is the response.
    func ask(_ question: Question, within patience: Patience, _ back: WayBack) -> News? {
      switch question {
      case .redirect: .advice(.handOver)
      case .challenge: .advice(.keep)
      }
    }

    /// A body that the delegate gives arrives as the request's stream.
    func askForStream(within patience: Patience, _ back: WayBack) -> News? {
      .body(nil)
    }
  }
#endif
