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
  /// configuration, and `URLCache.shared` until the user sets it. For a request that passes it
  /// behaves like the original.
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

    /// Notes whether `request` is ours; if a later one takes its slot, only time is lost.
    @inline(__always)
    static func note(_ request: URLRequest, isOurs: Bool) {
      guard let address = address(of: request) else { return }
      if isOurs { stubkit_note_ours(address) } else { stubkit_forget_ours(address) }
    }

    /// Only sessions that ask StubKit count: the request of another session may reuse an address.
    private static func isOurs(_ task: URLSessionTask) -> Bool {
      // Still equal to `currentRequest`, which cannot be read without the task's queue.
      guard let address = task.originalRequest.flatMap(address), stubkit_is_ours(address)
      else { return false }
      let classes = TaskInternals.session(of: task)?.configuration.protocolClasses
      return classes?.first is StubURLProtocol.Type
    }

    /// The first word of the request, the address of its storage; nil if requests no longer have the
    /// expected layout.
    @inline(__always)
    private static func address(of request: URLRequest) -> UInt? {
      guard MemoryLayout<URLRequest>.size == MemoryLayout<UInt>.size + 1 else { return nil }
      return withUnsafeBytes(of: request) { $0.loadUnaligned(as: UInt.self) }
    }
  }
#endif
