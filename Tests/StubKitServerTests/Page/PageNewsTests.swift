import Foundation
import StubKit
import Testing

@testable import StubKitServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a page is told of a registry, look by look.
struct PageNewsTests {
  private let registry = StubRegistry()

  @Test func `each exchange is told once, with who answered it`() async throws {
    registry.stub(
      condition: isPath("/users"), named: "users", response: .json(["id": 1]))
    var news = PageNews(of: registry)
    try await ask("https://a.test/users?page=2")
    let told = try #require(exchanges(&news).first)
    #expect(told["method"] == "GET" && told["url"] == "https://a.test/users?page=2")
    #expect(told["result"] == "200" && told["mood"] == "good" && told["outcome"] == "finished")
    #expect(told["answerer"] == "users")
    #expect(told["place"]?.string?.hasPrefix("PageNewsTests.swift:") == true)
    #expect(told["response"]["body"]["text"] == #"{"id":1}"#)
    #expect(told["report"] == nil)
    #expect(exchanges(&news).isEmpty)
  }

  @Test func `an unmatched request comes with its report and the line to paste`() async throws {
    registry.stub(condition: isHost("a.test") && isPath("/users"), response: .json([]))
    var news = PageNews(of: registry)
    await #expect(throws: URLError.self) { try await ask("https://a.test/user") }
    let told = try #require(exchanges(&news).first)
    #expect(told["result"] == "unmatched" && told["mood"] == "failed")
    #expect(told["report"]?.string?.hasPrefix("No stub matches GET https://a.test/user\n") == true)
    #expect(
      told["paste"]
        == #"registry.stub(condition: isHost("a.test") && isPath("/user"), response: .json([:]))"#)
  }

  @Test func `a stub is told again when it was asked, and when it goes`() async throws {
    let stub = registry.stub(condition: isPath("/a"), times: 1, expected: 1, response: .status(204))
    var news = PageNews(of: registry)
    let first = try #require(self.news(&news, "stub").first)
    #expect(first["count"] == 0 && first["least"] == 1 && first["most"] == 1)
    #expect(first["expected"] == "exactly 1 request" && first["isActive"] == true)
    #expect(self.news(&news, "stub").isEmpty)
    try await ask("https://a.test/a")
    let second = try #require(self.news(&news, "stub").first)
    #expect(second["count"] == 1 && second["isActive"] == false)
    stub.remove()
    #expect(self.news(&news, "removed") == [first["id"] ?? nil])
  }

  @Test func `a secret that comes out later is taken out of what was told before`() async throws {
    registry.stub(condition: anyRequest(), response: .json([:]))
    var news = PageNews(of: registry)
    try await ask("https://a.test/echo?text=correct-horse")
    #expect(exchanges(&news).first?["url"] == "https://a.test/echo?text=correct-horse")
    try await ask("https://a.test/login?password=correct-horse")
    #expect(
      exchanges(&news).compactMap { $0["url"]?.string }.sorted() == [
        "https://a.test/echo?text=REDACTED", "https://a.test/login?password=REDACTED",
      ])
  }

  @Test func `secrets are shown where reports show them`() async throws {
    registry.showsSecrets = true
    registry.stub(condition: anyRequest(), response: .json([:]))
    var news = PageNews(of: registry)
    try await ask("https://a.test/login?password=correct-horse")
    #expect(exchanges(&news).first?["url"] == "https://a.test/login?password=correct-horse")
  }

  @Test func `what the log has dropped is counted`() async throws {
    registry.logLimit = LogLimit(exchanges: 2)
    registry.stub(condition: anyRequest(), response: .json([:]))
    for number in 1...5 { try await ask("https://a.test/\(number)") }
    var news = PageNews(of: registry)
    let told = news.next(of: registry)
    #expect(told.first == ["missed": 3])
    #expect(told.compactMap { $0["exchange"]["id"]?.integer } == [3, 4])
  }

  @Test func `a request under way is told again when it ends`() async throws {
    registry.stub(condition: anyRequest(), response: .json([:]).delayed(by: .seconds(60)))
    let clock = ManualClock()
    registry.clock = clock
    var news = PageNews(of: registry)
    async let answer: Void = ask("https://a.test/slow")
    try await clock.waitForSleepers(timeout: .seconds(600))
    #expect(exchanges(&news).map { $0["outcome"] } == ["pending"])
    #expect(exchanges(&news).isEmpty)
    await clock.advance(by: .seconds(60))
    try await answer
    #expect(exchanges(&news).map { $0["outcome"] } == ["finished"])
  }

  @Test func `mistakes are told as they come, and what a server refuses once`() throws {
    let server = try registry.serve()
    defer { server.stop() }
    var news = PageNews(of: registry)
    #expect(self.news(&news, "issues").isEmpty)
    registry.stub(condition: isPathTemplate("/{"), response: .json([:]))
    let mistakes = self.news(&news, "issues").first?.array ?? []
    #expect(mistakes.count == 1)
    #expect(server.url(for: "ftp://a.test") == server.url)
    let issues = self.news(&news, "issues").first?.array ?? []
    let text = issues.last?["text"]?.string
    #expect(text?.hasPrefix("server.url(for: \"ftp://a.test\") is given no address") == true)
    #expect(issues.count == 2 && issues.first == mistakes.first)
    #expect(PageNews.last(of: registry, archiveUpTo: 0).first == ["issues": .array(issues)])
  }

  private func ask(_ address: String) async throws {
    _ = try await registry.session.data(from: #require(URL(string: address)))
  }

  private func news(_ news: inout PageNews, _ name: String) -> [StubJSON] {
    news.next(of: registry).compactMap { $0[name] }
  }

  private func exchanges(_ news: inout PageNews) -> [StubJSON] { self.news(&news, "exchange") }
}
