#if canImport(FoundationNetworking)
  import CStubKit
  import Foundation

  /// A cache that is not searched for requests that StubKit answers.
  ///
  /// Before it makes a protocol, Foundation searches the session's cache, by way of a queue of the
  /// lowest priority, and the cache looks for a folder on disk. This is slow, and StubKit never
  /// uses the result.
  ///
  /// A `QuietCache` replaces the caches that Foundation makes by itself: that of an ephemeral
  /// configuration, and `URLCache.shared` until the user sets it. For a request that StubKit does
  /// not answer, it behaves like the original.
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

    /// Nil without a cache, and for an instance of a subclass, which a user has made.
    static func inPlace(of cache: URLCache?) -> QuietCache? {
      guard let cache, type(of: cache) == URLCache.self else { return nil }
      return QuietCache(
        memoryCapacity: cache.memoryCapacity, diskCapacity: cache.diskCapacity,
        diskPath: cache.diskCapacity == 0 ? noFolder : nil)
    }

    /// No folder can be made here, so a cache in memory alone skips its slow search for one.
    private static let noFolder = "/dev/null/StubKit"

    /// Whether `canInit` took the request; Foundation has called it right before, on this thread.
    ///
    /// Only sessions that ask StubKit count.
    private static func isOurs(_ task: URLSessionTask) -> Bool {
      guard stubkit_is_ours(), ScopeHandover.currentTask != nil else { return false }
      let classes = TaskInternals.session(of: task)?.configuration.protocolClasses
      return classes?.first is StubURLProtocol.Type
    }
  }
#endif
