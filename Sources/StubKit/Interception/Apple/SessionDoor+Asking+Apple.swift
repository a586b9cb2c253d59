#if canImport(ObjectiveC)
  import Foundation

  /// The loading system asks the delegate about redirects; nobody asks it about challenges.
  extension SessionDoor {
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
