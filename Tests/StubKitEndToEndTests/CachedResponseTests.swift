import Foundation
import StubKit
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request that passes is answered from the cache as if StubKit were not there.
@Suite(.onlyOnLinux("only there StubKit has a part in caches"))
struct CachedResponseTests {
  /// Which session makes the requests.
  enum Kind: CaseIterable {
    case ephemeral
    case standard

    var configuration: URLSessionConfiguration {
      self == .ephemeral ? .ephemeral : .default
    }
  }

  /// What the client sees of equal requests, and how the server was asked.
  private struct Story: Equatable {
    var answers: [String] = []
    var asked: [String] = []
  }

  /// Makes requests through a session whose cache has an answer to them.
  ///
  /// On Linux Foundation stores nothing by itself, but finds what is there.
  private static func story(
    _ headers: [String: String], _ policy: URLRequest.CachePolicy,
    _ configuration: URLSessionConfiguration
  ) async throws -> Story {
    let server = try LoopbackServer { request in
      let isKnown = request.headers["if-none-match"] != nil
      return .text(isKnown ? "" : "fresh", status: isKnown ? 304 : 200)
    }
    // The cache of `.default` is on the disk, and outlives the server's port.
    let page = request(server.url("/\(UUID().uuidString)"))
    defer { configuration.urlCache?.removeCachedResponse(for: page) }
    try store("stored", headers, for: page, in: configuration.urlCache)
    let session = URLSession(configuration: configuration)
    defer { session.invalidateAndCancel() }
    var story = Story()
    for _ in 0..<2 {
      var page = page
      page.cachePolicy = policy
      do {
        story.answers.append(try await text(of: page, session))
      } catch {
        story.answers.append("\((error as? URLError)?.code.rawValue ?? 0)")
      }
    }
    story.asked = server.requests.map { $0.headers["if-none-match"] ?? "anew" }
    return story
  }

  private static func store(
    _ text: String, _ headers: [String: String], for request: URLRequest, in cache: URLCache?
  ) throws {
    let url = try #require(request.url)
    let response = try #require(
      HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: headers))
    let cache = try #require(cache)
    cache.storeCachedResponse(
      CachedURLResponse(response: response, data: Data(text.utf8)), for: request)
  }

  private static func text(of request: URLRequest, _ session: URLSession) async throws -> String {
    String(decoding: try await session.data(for: request).0, as: UTF8.self)
  }

  @Test(
    arguments: Kind.allCases,
    [
      ["Cache-Control": "max-age=31536000"], ["Cache-Control": "no-store"],
      ["Cache-Control": "no-cache", "ETag": "\"1\""],
      ["ETag": "\"1\"", "Date": "Sat, 01 Jan 2022 00:00:00 GMT"],
    ])
  func `a request that passes is answered and revalidated as with a plain cache`(
    kind: Kind, headers: [String: String]
  ) async throws {
    try await withStubs(unmatched: .passThrough) { _ in
      stub(condition: isHost("other.test"), response: .text("stubbed"))
      for policy in [
        URLRequest.CachePolicy.useProtocolCachePolicy, .returnCacheDataElseLoad,
        .returnCacheDataDontLoad, .reloadIgnoringLocalCacheData, .reloadRevalidatingCacheData,
      ] {
        let plain = kind.configuration
        plain.urlCache = URLCache(memoryCapacity: 4 << 20, diskCapacity: 0, diskPath: nil)
        let expected = try await Self.story(headers, policy, plain)
        let found = try await Self.story(headers, policy, kind.configuration)
        #expect(found == expected, "\(policy)")
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func `what is cached is found, and a stub that is registered comes before it`(
    kind: Kind
  ) async throws {
    let server = try LoopbackServer { _ in .text("from the server") }
    let page = request(server.url("/\(UUID().uuidString)"))
    try await withStubs(unmatched: .passThrough) { _ in
      let configuration = kind.configuration
      try Self.store("stored", [:], for: page, in: configuration.urlCache)
      defer { configuration.urlCache?.removeCachedResponse(for: page) }
      let session = URLSession(configuration: configuration)
      defer { session.invalidateAndCancel() }
      #expect(try await Self.text(of: page, session) == "stored")
      let answer = stub(condition: isHost("127.0.0.1"), response: .text("from the stub"))
      #expect(try await Self.text(of: page, session) == "from the stub")
      answer.remove()
      #expect(try await Self.text(of: page, session) == "stored")
      #expect(server.requests.isEmpty)
    }
  }
}
