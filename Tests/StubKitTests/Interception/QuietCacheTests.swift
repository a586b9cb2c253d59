#if os(Linux)
  import CStubKit
  import Dispatch
  import Foundation
  import FoundationNetworking
  import Testing

  @testable import StubKit

  /// The cache that is not searched for what StubKit answers, beside a plain one.
  struct QuietCacheTests {
    private static let workQueue = DispatchQueue(label: "org.swift.URLSessionTask.WorkQueue")

    /// What a cache finds for a task, and whether it says so before it returns.
    private static func search(
      _ cache: URLCache, for task: URLSessionDataTask, isOurs: Bool,
      on queue: DispatchQueue = workQueue
    ) async -> (found: String?, isAtOnce: Bool) {
      await withCheckedContinuation { continuation in
        queue.sync {
          let isInside = Locked(true)
          stubkit_note_ours(isOurs)
          cache.getCachedResponse(for: task) { response in
            let text = response.map { String(decoding: $0.data, as: UTF8.self) }
            continuation.resume(returning: (text, isInside.withLock(\.self)))
          }
          isInside.withLock { $0 = false }
        }
      }
    }

    /// A task with an answer in its session's cache.
    private static func task(
      _ change: (URLSessionConfiguration) -> Void = { _ in }
    ) throws -> (task: URLSessionDataTask, cache: QuietCache) {
      let configuration = URLSessionConfiguration.ephemeral
      change(configuration)
      let cache = try #require(configuration.urlCache as? QuietCache)
      let url = try #require(URL(string: "http://cached.test/"))
      let task = URLSession(configuration: configuration).dataTask(with: url)
      let response = try #require(
        HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil))
      cache.storeCachedResponse(
        CachedURLResponse(response: response, data: Data("stored".utf8)), for: task)
      return (task, cache)
    }

    @Test func `a request that is ours is not searched for`() async throws {
      let (task, cache) = try Self.task()
      let result = await Self.search(cache, for: task, isOurs: true)
      #expect(result.found == nil)
      #expect(result.isAtOnce)
    }

    @Test func `a request that passes finds what was stored for it`() async throws {
      let (task, cache) = try Self.task()
      #expect(await Self.search(cache, for: task, isOurs: false).found == "stored")
    }

    @Test func `who asks by hand finds what was stored`() async throws {
      let (task, cache) = try Self.task()
      let queue = DispatchQueue(label: "by hand")
      #expect(await Self.search(cache, for: task, isOurs: true, on: queue).found == "stored")
    }

    @Test func `a session that does not ask StubKit finds what was stored`() async throws {
      let (task, cache) = try Self.task { $0.protocolClasses = [] }
      #expect(await Self.search(cache, for: task, isOurs: true).found == "stored")
    }

    @Test func `it holds as much as what it replaces`() throws {
      let plain = URLCache(memoryCapacity: 1 << 16, diskCapacity: 1 << 17, diskPath: nil)
      let quiet = try #require(QuietCache.inPlace(of: plain))
      #expect(quiet.memoryCapacity == 1 << 16)
      #expect(quiet.diskCapacity == 1 << 17)
      #expect(QuietCache.inPlace(of: quiet) == nil)
      #expect(QuietCache.inPlace(of: nil) == nil)
    }

    @Test func `what a user sets stays`() async {
      await #expect(processExitsWith: .success) {
        #expect(URLCache.shared is QuietCache)
        let mine = URLCache(memoryCapacity: 1 << 16, diskCapacity: 0, diskPath: nil)
        URLCache.shared = mine
        #expect(URLCache.shared === mine)
        #expect(URLSessionConfiguration.default.urlCache === mine)
      }
    }
  }
#endif
