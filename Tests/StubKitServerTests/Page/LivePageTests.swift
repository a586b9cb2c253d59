import Foundation
import StubKit
import Testing

@testable import StubKitServer

struct LivePageTests {
  private let page = LivePage(of: StubRegistry(), token: "k3", title: "<b>Shop</b> & \u{202E}co")

  @Test(
    arguments: [
      ("GET", "/.stubkit/k3", "127.0.0.1:80", 200), ("GET", "/.stubkit/k3/", "localhost:80", 200),
      ("HEAD", "/.stubkit/k3?a", "[::1]:80", 200), ("GET", "/.stubkit/k3", "LOCALHOST", 200),
      ("GET", "/.stubkit/k3", "shop.test", 404),
      ("GET", "/.stubkit/k3", "127.0.0.1.shop.test", 404),
      ("GET", "/.stubkit/k3", "localhost.shop.test:80", 404), ("GET", "/.stubkit/k3", nil, 404),
      ("GET", "/.stubkit/k4", "localhost", 404), ("GET", "/.stubkit", "localhost", 404),
      ("GET", "/.stubkit/k3x", "localhost", 404), ("GET", "/.stubkit/k3/../x", "localhost", 404),
      ("POST", "/.stubkit/k3", "localhost", 405), ("DELETE", "/.stubkit/k3/har", "localhost", 405),
      ("GET", "/", "localhost", nil), ("GET", "/.stubkitten", "localhost", nil),
    ] as [(String, String, String?, Int?)])
  func `only who knows the token and comes from this machine gets the page`(
    method: String, target: String, host: String?, status: Int?
  ) {
    switch page.answer(to: method, target, host: host) {
    case nil: #expect(status == nil)
    case .stream: Issue.record("a stream")
    case .whole(let found, let fields, _):
      #expect(found == status)
      #expect(fields["Cache-Control"] == "no-store")
    }
  }

  @Test func `events and the archive are streams that nobody stores`() {
    for (path, type) in [("events", "text/event-stream"), ("har", "application/json")] {
      guard
        case .stream(let fields, _) = page.answer(
          to: "GET", "/.stubkit/k3/\(path)", host: "localhost")
      else {
        Issue.record("no stream at \(path)")
        continue
      }
      #expect(fields["Content-Type"] == "\(type); charset=utf-8")
      #expect(fields["Cache-Control"] == "no-store")
    }
  }

  @Test func `each copy of the page runs only its own script and loads nothing`() throws {
    let (fields, text) = try document()
    let (otherFields, _) = try document()
    let policy = try #require(fields["Content-Security-Policy"])
    let nonce = try #require(policy.firstMatch(of: #/'nonce-(\w{20,})'/#)).output.1
    #expect(policy.hasPrefix("default-src 'none'; "))
    #expect(
      text.matches(of: #/<(script|style)\b[^>]*>/#).map { String($0.output.0) } == [
        "<style nonce=\"\(nonce)\">", "<script nonce=\"\(nonce)\">",
      ])
    #expect(otherFields["Content-Security-Policy"] != policy)
    #expect(!text.contains(#/(src|href)="(?!data:)/#))
    #expect(!text.contains(#/ on\w+="| style="|innerHTML|insertAdjacentHTML|document\.write/#))
  }

  @Test func `a title is text`() throws {
    #expect(try document().text.contains(#"&lt;b&gt;Shop&lt;/b&gt; &amp; \u{202e}co"#))
  }

  private func document() throws -> (fields: StubHeaders, text: String) {
    guard
      case .whole(_, let fields, let body) = page.answer(to: "GET", page.path, host: "localhost")
    else { throw CocoaError(.fileNoSuchFile) }
    return (fields, String(decoding: body, as: UTF8.self))
  }
}
