import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Parts of a body.
struct RangeTests {
  @Test(
    arguments: [
      ("bytes=0-4", .bytes(0..<5)), ("bytes=0-0", .bytes(0..<1)), ("bytes=9-9", .bytes(9..<10)),
      ("bytes=5-", .bytes(5..<10)), ("bytes=-3", .bytes(7..<10)), ("bytes=-30", .bytes(0..<10)),
      ("bytes=8-99999999999999999999", .bytes(8..<10)), ("BYTES=1-2", .bytes(1..<3)),
      ("bytes=10-", .refused), ("bytes=10-11", .refused), ("bytes=-0", .refused),
      ("bytes=99999999999999999999-", .refused), ("bytes=0-1,3-4", nil),
      ("bytes= 0-1", .bytes(0..<2)), ("bytes=0-1 ,", .bytes(0..<2)),
      ("bytes=4-3", nil), ("bytes=", nil), ("bytes=-", nil), ("bytes=a-b", nil), ("bytes", nil),
      ("items=0-4", nil), ("0-4", nil), ("bytes=0-4-5", nil), ("bytes=+1-2", nil),
      ("bytes=0-1,x", nil), ("", nil),
    ] as [(String, ByteRange?)])
  func `a field is read as RFC 9110 has it`(field: String, range: ByteRange?) {
    #expect(ByteRange(field, of: 10) == range)
  }

  @Test func `there is no byte in an empty body`() {
    #expect(ByteRange("bytes=0-", of: 0) == .refused)
    #expect(ByteRange("bytes=-5", of: 0) == .refused)
  }

  private func answer(
    _ response: StubResponse, _ headers: [String: String], method: String = "GET"
  ) throws -> Reply {
    let request = StubRequest(try .to("https://a.test/x", method: method, headers: headers))
    let resolved = response.resolved(turn: 0, to: request.method)?.ranged(for: request)
    guard case .reply(let reply)? = resolved?.content else { throw URLError(.unknown) }
    return reply
  }

  private static let text = StubResponse.text(
    "0123456789", headers: ["ETag": #""v1""#, "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"])

  @Test func `a part has its own length, and says of what it is a part`() throws {
    let reply = try answer(Self.text.ranged(), ["Range": "bytes=2-4"])
    #expect(reply.status == 206)
    #expect(reply.text == "234")
    #expect(reply.headers["Content-Range"] == "bytes 2-4/10")
    #expect(reply.headers["Content-Length"] == "3")
    #expect(reply.headers["Accept-Ranges"] == "bytes")
    #expect(reply.headers["Content-Type"] == "text/plain; charset=utf-8")
    #expect(reply.headers["ETag"] == #""v1""#)
    let own = StubResponse.text("0123456789", headers: ["Accept-Ranges": "none"]).ranged()
    #expect(try answer(own, [:]).headers.values(for: "Accept-Ranges") == ["none"])
  }

  @Test func `what cannot be given is refused with the length`() throws {
    let reply = try answer(Self.text.ranged(), ["Range": "bytes=10-"])
    #expect(reply.status == 416)
    #expect(reply.text == "")
    #expect(reply.headers["Content-Range"] == "bytes */10")
    #expect(reply.headers["Content-Length"] == "0")
    for name in ["Content-Type", "ETag", "Last-Modified"] { #expect(reply.headers[name] == nil) }
  }

  @Test(
    arguments: [
      ([:], "GET"), (["Range": "items=1-2"], "GET"), (["Range": "bytes=4-3"], "GET"),
      (["Range": "bytes=0-1,3-4"], "GET"), (["Range": "bytes=1-2"], "POST"),
      (["Range": "bytes=1-2", "If-Range": #""v2""#], "GET"),
      (["Range": "bytes=1-2", "If-Range": #"W/"v1""#], "GET"),
      (["Range": "bytes=1-2", "If-Range": "Sun, 06 Nov 1994 08:49:38 GMT"], "GET"),
    ] as [([String: String], String)])
  func `the whole body comes where no part is meant`(
    headers: [String: String], method: String
  ) throws {
    let reply = try answer(Self.text.ranged(), headers, method: method)
    #expect(reply.status == 200)
    #expect(reply.text == "0123456789")
    #expect(reply.headers["Accept-Ranges"] == "bytes")
    #expect(reply.headers["Content-Range"] == nil)
  }

  @Test(arguments: [#""v1""#, "Sun, 06 Nov 1994 08:49:37 GMT"])
  func `If-Range is the response's own ETag or date`(condition: String) throws {
    let headers = ["Range": "bytes=-2", "If-Range": condition]
    #expect(try answer(Self.text.ranged(), headers).text == "89")
    #expect(try answer(StubResponse.text("0123456789").ranged(), headers).status == 200)
    let weak = StubResponse.text("0123456789", headers: ["ETag": #"W/"v1""#]).ranged()
    let weakly = ["Range": "bytes=-2", "If-Range": #"W/"v1""#]
    #expect(try answer(weak, weakly).status == 200)
  }

  @Test func `other responses stay as they are`() throws {
    let range = ["Range": "bytes=1-2"]
    let plain = try answer(Self.text, range)
    #expect(plain.status == 200)
    #expect(plain.headers["Accept-Ranges"] == nil)
    #expect(try answer(.text("0123", status: 203).ranged(), range).status == 203)
    #expect(try answer(.status(204).ranged(), range).status == 204)
    #expect(try answer(.stream([.data(Data("0123".utf8))]).ranged(), range).status == 200)
    #expect(StubResponse.hang.ranged().resolved(turn: 0, to: .get) != nil)
    #expect(try answer(Self.text.ranged(), range, method: "HEAD").headers["Content-Length"] == "10")
  }

  @Test func `each element of a sequence is one, too`() throws {
    let sequence = StubResponse.sequence(.text("abc"), .text("def")).ranged()
    let range = ["Range": "bytes=1-"]
    #expect(try answer(sequence, range).text == "bc")
  }

  @Test func `a part of an answer that stands for a fault is one, too`() throws {
    let response = StubResponse.text("a").flaky(rate: 1, seed: 7, with: .text("0123").ranged())
    let answer = try #require(response.resolved(turn: 0, to: .get))
    let request = StubRequest(URLRequest(url: try #require(URL(string: "https://a.test/"))))
    #expect(answer.isFault && answer.ranged(for: request).isFault)
  }
}
