import Foundation
import StubKit
import Testing

@testable import StubKitServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a watcher of the page is sent, and when.
struct PageWatchingTests {
  private let registry = StubRegistry()

  @Test func `a watcher hears of all that was there, of what comes, and of the end`() async throws {
    let page = LivePage(of: registry, token: "k3")
    registry.stub(condition: isPath("/a"), response: .json([:]))
    _ = try await registry.session.data(from: #require(URL(string: "https://a.test/a")))
    var pieces = watch(page).makeAsyncIterator()
    let first = try #require(await pieces.next())
    #expect(first.contains(#""url":"https://a.test/a""#) && first.contains(#""stub":{"#))
    _ = try await registry.session.data(from: #require(URL(string: "https://a.test/a?b")))
    var later = ""
    while !later.contains(#""url":"https://a.test/a?b""#) {
      later += try #require(await pieces.next())
    }
    registry.keep(StubIssue(kind: .mistaken, text: "A client speaks TLS.", location: nil))
    registry.stub(condition: isPath("/c"), expected: 2, response: .json([:]))
    page.end()
    var last = ""
    while let piece = await pieces.next() { last += piece }
    #expect(last.contains(#"{"text":"A client speaks TLS."}"#))
    #expect(last.contains("exactly 2 requests"))
    #expect(last.contains("data: {\"isOver\":true}\n\ndata: {\"archive\":"))
    #expect(last.hasSuffix("\n\n"))
  }

  @Test func `who comes after the end hears all of it at once`() async throws {
    let page = LivePage(of: registry, token: "k3")
    page.end()
    var pieces = watch(page).makeAsyncIterator()
    #expect(await pieces.next()?.hasSuffix("data: {\"isOver\":true}\n\n") == true)
    #expect(await pieces.next() == nil)
  }

  @Test func `a client that went is sent nothing more`() async throws {
    let page = LivePage(of: registry, token: "k3")
    let (gone, continuation) = AsyncStream.makeStream(of: Bool.self)
    let watch = page.open(.events) { _, isLast in continuation.yield(isLast) }
    var heard = gone.makeAsyncIterator()
    #expect(await heard.next() == false)
    watch.cancel()
    page.end()
    continuation.finish()
    while let isLast = await heard.next() { #expect(!isLast, "it has heard of the end") }
  }

  @Test func `a client that is not ready hears at the end what it has missed`() async throws {
    let page = LivePage(of: registry, token: "k3")
    let isReady = Locked(true)
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    _ = page.open(
      .events, isReady: { isReady.withLock { $0 } },
      send: { piece, isLast in
        continuation.yield(String(decoding: piece, as: UTF8.self))
        if isLast { continuation.finish() }
      })
    var pieces = stream.makeAsyncIterator()
    _ = await pieces.next()
    isReady.withLock { $0 = false }
    registry.stub(condition: isPath("/late"), response: .json([:]))
    page.end()
    var rest = ""
    while let piece = await pieces.next() { rest += piece }
    #expect(rest.contains("/late"))
  }

  @Test func `the archive is the conversation's`() async throws {
    registry.stub(condition: anyRequest(), response: .json(["a": 1]))
    _ = try await registry.session.data(from: #require(URL(string: "https://a.test/a")))
    let page = LivePage(of: registry, token: "k3")
    let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
    _ = page.open(.archive) { piece, isLast in
      continuation.yield(piece)
      if isLast { continuation.finish() }
    }
    let archive = try await StubJSON(parsing: stream.reduce(into: Data()) { $0 += $1 })
    #expect(archive["log"]["entries"][0]["request"]["url"] == "https://a.test/a")
  }

  @Test func `a page keeps no registry alive`() {
    weak var registry: StubRegistry?
    let page: LivePage
    do {
      let made = StubRegistry()
      registry = made
      page = LivePage(of: made, token: "k3")
    }
    #expect(registry == nil)
    page.end()
  }

  private func watch(_ page: LivePage) -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    _ = page.open(.events) { piece, isLast in
      continuation.yield(String(decoding: piece, as: UTF8.self))
      if isLast { continuation.finish() }
    }
    return stream
  }
}
