import Foundation
import Testing

@testable import StubKit

/// An archive that has room for so many bytes of bodies, as it is attached to a test.
struct AttachedArchiveTests {
  private static func entries(of shop: Shop, keeping limit: Int) throws -> [StubJSON] {
    let archive = try StubJSON(parsing: shop.conversation.har(keeping: limit))
    let count = shop.exchanges.count
    return (0..<count).compactMap { archive["log"]?["entries"]?[$0] }
  }

  private static func body(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test func `the bodies of requests are counted, and those of the newest are kept`() throws {
    var shop = Shop()
    let stub = shop.stub(anyRequest(), line: 1)
    for _ in 1...5 {
      shop.ask(
        "POST", "https://a.test/", of: stub, body: Self.body(400), Shop.Course(end: 1, status: 204))
    }
    let entries = try Self.entries(of: shop, keeping: 1_000)
    #expect(
      entries.map { $0["request"]?["postData"]?["text"] != nil }
        == [false, false, false, true, true])
    #expect(entries.map { $0["request"]?["bodySize"] } == Array(repeating: 400, count: 5))
    #expect(
      entries.first?["comment"]
        == .string(
          "answered by anyRequest() (ShopTests.swift:1); "
            + "the request's body is not kept (400 bytes)"))
    #expect(entries.last?["comment"] == "answered by anyRequest() (ShopTests.swift:1)")
  }

  @Test func `of an exchange the body of the request is kept first`() throws {
    var shop = Shop()
    let stub = shop.stub(anyRequest(), line: 1)
    shop.ask(
      "POST", "https://a.test/", of: stub, body: Self.body(600),
      Shop.Course(pieces: [1], end: 1, status: 200, body: Self.body(700)))
    let entry = try #require(try Self.entries(of: shop, keeping: 1_000).first)
    #expect(entry["request"]?["postData"]?["text"] == .string(Self.body(600)))
    #expect(entry["response"]?["content"]?["size"] == 700)
    #expect(
      entry["comment"]
        == .string(
          "answered by anyRequest() (ShopTests.swift:1); "
            + "not kept: 700 of 700 bytes of the body"))
  }

  @Test func `how much of a body the log has cut is said`() throws {
    var shop = Shop()
    shop.ask(
      "GET", "https://a.test/", of: nil,
      Shop.Course(pieces: [1], end: 1, status: 200, body: "[1, 2]", kept: 4))
    let content = try Self.entries(of: shop, keeping: .max).first?["response"]?["content"]
    #expect(content == ["text": "[1, ", "size": 6, "_missing": 2, "mimeType": ""])
  }

  @Test func `a large body of a request is said to be left out`() throws {
    var shop = Shop()
    shop.ask(
      "POST", "https://a.test/", of: nil, body: Self.body(2 << 20),
      Shop.Course(end: 1, outcome: .unmatched))
    let entry = try #require(try Self.entries(of: shop, keeping: 1 << 20).first)
    #expect(entry["request"]?["postData"] == nil)
    #expect(
      entry["comment"]
        == "no stub matched; unmatched; the request's body is not kept (2097152 bytes)")
    let whole = try #require(try Self.entries(of: shop, keeping: .max).first)
    #expect(whole["request"]?["postData"]?["text"] == .string(Self.body(2 << 20)))
  }

  @Test func `what a body that is left out tells of secrets is known`() throws {
    var shop = Shop()
    shop.ask(
      "POST", "https://a.test/login", of: nil, body: #"{"password": "hunter2xyz"}"#,
      Shop.Course(end: 1, outcome: .unmatched))
    shop.ask("GET", "https://a.test/hunter2xyz", of: nil, Shop.Course(end: 1, outcome: .unmatched))
    for limit in [0, .max] {
      let entries = try Self.entries(of: shop, keeping: limit)
      #expect(entries.map { $0["request"]?["postData"] != nil } == [limit > 0, false])
      #expect(entries.last?["request"]?["url"] == "https://a.test/REDACTED-1")
    }
  }

  @Test func `the picture and the archive call a secret of an answer the same`() throws {
    var shop = Shop()
    let answer = #"{"token": "t0ken-of-ann"}"#
    shop.ask(
      "GET", "https://a.test/login?key=abcdefgh1", of: nil,
      Shop.Course(pieces: [1], end: 1, status: 200, body: answer))
    shop.ask(
      "GET", "https://a.test/of/t0ken-of-ann", of: nil, Shop.Course(end: 1, outcome: .unmatched))
    for limit in [0, .max] {
      let entries = try Self.entries(of: shop, keeping: limit)
      let picture = shop.conversation.svg(titled: "One document", keeping: limit)
      #expect(entries.last?["request"]?["url"] == "https://a.test/of/REDACTED-1")
      #expect((entries[0]["response"]?["content"]?["text"] != nil) == (limit > 0))
      #expect(entries[0]["response"]?["content"]?["size"] == .integer(limit > 0 ? 23 : 25))
      #expect(picture.contains("/of/REDACTED-1"))
      #expect(!picture.contains("t0ken"))
    }
  }
}
