#if canImport(FoundationNetworking)
  import CStubKit
  import Foundation
  import FoundationNetworking

  /// A cache that is not searched for the answer to a request that StubKit takes.
  ///
  /// The fact: before any protocol is made, Foundation asks the session's cache, by way of a queue of the
  /// lowest priority, and the cache looks for a folder on disk. StubKit never uses what is found. That
  /// was a third of all that a stubbed request costs, and one change of threads of four.
  ///
  /// It takes the place of the caches that Foundation makes by itself: that of an ephemeral configuration,
  /// and `URLCache.shared` until somebody sets that. For a request that passes it is what they are.
  final class QuietCache: URLCache, @unchecked Sendable {
    override func getCachedResponse(
      for dataTask: URLSessionDataTask,
      completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
      guard Self.isOurs(dataTask) else {
        return super.getCachedResponse(for: dataTask, completionHandler: completionHandler)
      }
      completionHandler(nil)
    }

    /// A cache like one that Foundation has made; nil if somebody else has.
    static func inPlace(of cache: URLCache?) -> QuietCache? {
      guard let cache, type(of: cache) == URLCache.self else { return nil }
      return QuietCache(
        memoryCapacity: cache.memoryCapacity, diskCapacity: cache.diskCapacity, diskPath: nil)
    }
  }

  /// Which requests are ours, as `canInit` has said a moment ago.
  extension QuietCache {
    /// Notes what `canInit` says of a request.
    ///
    /// A request is known by its address, as in `ScopeHandover`. There are few places: where two requests
    /// meet at one, it is forgotten that the first is ours, which costs time and nothing else.
    @inline(__always)
    static func note(_ request: URLRequest, isOurs: Bool) {
      guard let address = ScopeHandover.address(of: request) else { return }
      if isOurs { stubkit_note_ours(address) } else { stubkit_forget_ours(address) }
    }

    /// Whether `canInit` has said that the request of a task is ours.
    ///
    /// Only of a session that asks StubKit: another one's request may have the address of one that was
    /// taken before, and nobody has said anything of it.
    private static func isOurs(_ task: URLSessionTask) -> Bool {
      guard let request = task.currentRequest, let address = ScopeHandover.address(of: request),
        stubkit_is_ours(address)
      else { return false }
      let classes = TaskInternals.session(of: task)?.configuration.protocolClasses
      return classes?.first is StubURLProtocol.Type
    }
  }
#endif
