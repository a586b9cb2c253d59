import Foundation
import Testing

@testable import StubKit

/// The object that clients are given for a head, which is made once for a URL.
struct HeadCacheTests {
  private final class Form: Sendable {}

  private static func head(of response: StubResponse) throws -> StubResponse.Head {
    guard case .reply(let reply) = response.resolved(turn: 0, to: .get)?.content else {
      throw CancellationError()
    }
    return reply.head
  }

  @Test func `requests to one URL share what was made, and another URL gets its own`() throws {
    let cache = try #require(try Self.head(of: .text("a")).cache)
    let url = try #require(URL(string: "https://a.test/x"))
    let other = try #require(URL(string: "https://a.test/y"))
    let forms: [Form?] = [url, url, other, other].map { cache.object(for: $0) { Form() } }
    #expect(forms[0] === forms[1])
    #expect(forms[1] !== forms[2])
    #expect(forms[2] === forms[3])
    #expect(forms.allSatisfy { $0 != nil })
  }

  @Test func `a relative URL is more than its text`() throws {
    let cache = try #require(try Self.head(of: .text("a")).cache)
    let bases = [URL(string: "https://a.test/"), URL(string: "https://b.test/")]
    let urls = bases.compactMap { URL(string: "x", relativeTo: $0) }
    let forms: [Form?] = urls.map { cache.object(for: $0) { Form() } }
    #expect(forms[0] !== forms[1])
  }

  @Test func `a response keeps its head for all requests, and a changed one nothing`() throws {
    let response = StubResponse.text("a")
    let head = try Self.head(of: response)
    #expect(head.cache != nil)
    #expect(try Self.head(of: response).cache === head.cache)
    #expect(try Self.head(of: response.with(status: 201)).cache !== head.cache)
    #expect(try Self.head(of: response.with(header: "A", value: "b")).cache !== head.cache)
    var changed = head
    changed.status = 404
    #expect(changed.cache == nil)
    changed = head
    changed.headers.set("b", for: "A")
    #expect(changed.cache == nil)
    #expect(head == StubResponse.Head(status: head.status, headers: head.headers))
  }
}
