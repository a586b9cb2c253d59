#if canImport(FoundationNetworking)
  import CStubKit
  import Foundation

  /// A cache that is not searched for requests that StubKit answers.
  ///
  /// The fact: before any protocol is made, Foundation asks the session's cache, by way of a queue of the
  /// lowest priority, and the cache looks for a folder on disk. StubKit never uses what is found, and the
  /// search was a third of the cost of a stubbed request.
  ///
  /// It replaces the caches that Foundation makes by itself: that of an ephemeral configuration, and
  /// `URLCache.shared` until the user sets that. For a request that passes it behaves like the original.
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

    /// Returns a replacement for a cache that Foundation has made; nil if a user has made it.
    static func inPlace(of cache: URLCache?) -> QuietCache? {
      guard let cache, type(of: cache) == URLCache.self else { return nil }
      return QuietCache(
        memoryCapacity: cache.memoryCapacity, diskCapacity: cache.diskCapacity,
        diskPath: cache.diskCapacity == 0 ? noFolder : nil)
    }

    /// A path at which no folder can be made, so that a cache in memory alone looks for none.
    ///
    /// The fact: each new cache looks for the user's folder of caches, which takes longer than a request.
    private static let noFolder = "/dev/null/StubKit"

    /// Notes whether a request is ours; a later one may take its slot, which costs nothing but time.
    @inline(__always)
    static func note(_ request: URLRequest, isOurs: Bool) {
      guard let address = ScopeHandover.address(of: request) else { return }
      if isOurs { stubkit_note_ours(address) } else { stubkit_forget_ours(address) }
    }

    /// Only sessions that ask StubKit count: the request of another session may reuse an address.
    private static func isOurs(_ task: URLSessionTask) -> Bool {
      // The task's first request is its original one, which can be read without its queue.
      guard let request = task.originalRequest, let address = ScopeHandover.address(of: request),
        stubkit_is_ours(address)
      else { return false }
      let classes = TaskInternals.session(of: task)?.configuration.protocolClasses
      return classes?.first is StubURLProtocol.Type
    }
  }
#endif
