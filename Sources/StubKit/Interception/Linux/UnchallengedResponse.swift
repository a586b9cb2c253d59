#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// A 401 response that does not make Foundation start an authentication of its own.
  ///
  /// The fact: when a 401 with a Basic or Digest challenge finishes, Foundation asks for a
  /// credential and then sends the request over the real network, or never completes the task. It
  /// recognises such a response by its `url`, once; this one answers nil to that one question.
  final class UnchallengedResponse: HTTPURLResponse, @unchecked Sendable {
    private let isArmed = Locked(false)

    /// Makes the next question for the URL go unanswered.
    func arm() {
      isArmed.withLock { $0 = true }
    }

    override var url: URL? {
      let isHidden = isArmed.withLock { isArmed in
        defer { isArmed = false }
        return isArmed
      }
      return isHidden ? nil : super.url
    }
  }
#endif
