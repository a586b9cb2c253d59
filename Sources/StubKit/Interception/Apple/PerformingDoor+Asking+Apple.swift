#if canImport(ObjectiveC)
  import Foundation

  /// The loading system asks the delegate about redirects, but nothing asks it about challenges.
  extension PerformingDoor {
    func ask(_ question: Question, within patience: TimeLimits, _ back: ReplyHandle) -> Input? {
      if isSession, case .redirect = question { .advice(.handOver) } else { .advice(.keep) }
    }
  }

  extension SessionDoor {
    /// Never needed, since the loading system puts the delegate's stream into the request.
    func askForStream(within patience: TimeLimits, _ back: ReplyHandle) -> Input? { .body(nil) }
  }
#endif
