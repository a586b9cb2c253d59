#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// A 401 response that does not make Foundation start an authentication of its own.
  ///
  /// The fact: when a 401 with a Basic or Digest challenge finishes, Foundation asks for a credential and
  /// then sends the request over the real network, or never completes the task. It recognises such a
  /// response by its `url`, which it reads within the call that says that loading is finished. Within that
  /// call, on that thread, this response has no URL.
  final class UnchallengedResponse: HTTPURLResponse, @unchecked Sendable {
    private let blindThread = Locked<Thread?>(nil)

    /// Runs the call in which Foundation must not see the URL.
    func withoutURL(_ finish: () -> Void) {
      let current = Thread.current
      blindThread.withLock { $0 = current }
      finish()
      blindThread.withLock { $0 = nil }
    }

    override var url: URL? {
      let blind = blindThread.withLock(\.self)
      return blind != nil && blind === Thread.current ? nil : super.url
    }
  }
#endif
