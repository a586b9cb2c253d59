import Foundation
import Testing

@testable import StubKit

/// The picture of a conversation, read as any program would read it.
struct PictureTests {
  /// The picture in the documentation.
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/StubKit/StubKit.docc/Resources/conversation.svg")

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: page.deletingLastPathComponent().path),
      "what is made of this package for another platform has no documentation"))
  func `the picture on the page is the one that is drawn`() throws {
    let page = Self.page
    let drawn = Shop.busy.conversation.svg(titled: "Checkout, on a bad day", keeping: .max)
    if ProcessInfo.processInfo.environment["STUBKIT_DRAW"] != nil {
      try Data(drawn.utf8).write(to: page)
    }
    let shown = try String(decoding: Data(contentsOf: page), as: UTF8.self)
    #expect(drawn == shown, "swift test with STUBKIT_DRAW=1 draws it anew; then look at it.")
  }

  @Test func `a small conversation says this, and nothing else`() throws {
    var shop = Shop()
    let users = shop.stub(isPath("/users"), line: 12)
    shop.ask(
      "GET", "https://a.test/users?page=2", of: users,
      Shop.Course(asked: 10, head: 130, pieces: [130, 200], end: 210, status: 200, body: "hello"))
    shop.ask(
      "POST", "https://a.test/nobody", of: nil,
      Shop.Course(asked: 60, end: 60, outcome: .unmatched, error: URLError(.resourceUnavailable)))
    let picture = try Picture(shop.conversation.svg())
    #expect(
      picture.texts
        == [
          "Conversation", "2 exchanges · 200 ms on the registry's clock",
          "request", "result", "answered by",
          "0", "50 ms", "100 ms", "150 ms", "200 ms", "took", "size",
          "1", "GET", "a.test/users?page=2", "200", "isPath(\"/users\")", "UserTests.swift:12",
          "200 ms", "5 B",
          "2", "POST", "a.test/nobody", "unmatched", "no stub matched", "0",
          "waiting", "body", "body from the network",
          "time since the first request, with long pauses cut",
        ].map { $0 == "UserTests.swift:12" ? "ShopTests.swift:12" : $0 })
    #expect(
      picture.remarks == [
        "Conversation",
        """
        GET https://a.test/users?page=2
        answered by isPath("/users") (ShopTests.swift:12)
        200, finished
        asked at 10 ms, head at 130 ms, over at 210 ms
        5 bytes of body
        """,
        """
        POST https://a.test/nobody
        no stub matched
        unmatched
        \(URLError(.resourceUnavailable).localizedDescription)
        asked at 60 ms, over at 60 ms
        """,
      ])
  }

  @Test(arguments: [true, false])
  func `each phase is painted from its moment to the next`(isForwarded: Bool) throws {
    var shop = Shop()
    let stub = shop.stub(anyRequest(), line: 1)
    shop.ask(
      "POST", "https://a.test/", of: stub, body: "x",
      Shop.Course(
        asked: 0, decided: 100, sent: 200, head: 500, pieces: [600, 800], end: 1_000, status: 200,
        body: "hello", isForwarded: isForwarded))
    shop.ask("GET", "https://a.test/", of: stub, Shop.Course(head: 0, end: 0, status: 200))
    shop.ask("GET", "https://a.test/", of: nil, Shop.Course(end: 0, outcome: .unmatched))
    shop.ask("GET", "https://a.test/", of: stub, Shop.Course(asked: 500))
    let picture = try Picture(shop.conversation.svg())
    // The last three are those of the footer.
    let bars = picture.drawn.filter { ["waiting", "body", "foreign"].contains($0.name) }.dropLast(3)
    #expect(
      bars.map(\.name)
        == ["waiting", isForwarded ? "foreign" : "body", "body", "waiting", "waiting"])
    #expect(bars.map(\.box.left) == [960, 1_102, 960, 960, 1_102])
    #expect(bars.map(\.box.right) == [1_102, 1_244, 964, 962, 1_244])
  }

  @Test(
    arguments: [
      (StubExchange.Outcome.finished, 204, "204"), (.finished, nil, "finished"),
      (.redirected, 302, "302"), (.challenged, 401, "401"), (.passedThrough, nil, "passed"),
      (.failed, nil, "failed"), (.failed, 200, "200 failed"), (.threw, nil, "threw"),
      (.cannotRespond, nil, "no answer"), (.cancelled, nil, "cancelled"),
      (.cancelled, 200, "200 cancelled"), (.unmatched, nil, "unmatched"),
      (.pending, nil, "pending"),
      (.pending, 200, "200 …"),
    ] as [(StubExchange.Outcome, Int?, String)])
  func `what became of a request is said in a word`(
    outcome: StubExchange.Outcome, status: Int?, word: String
  ) throws {
    var shop = Shop()
    let stub = outcome == .unmatched ? nil : shop.stub(anyRequest(), line: 1)
    shop.ask(
      "GET", "https://a.test/", of: stub,
      Shop.Course(end: outcome == .pending ? nil : 5, status: status, outcome: outcome))
    #expect(try Picture(shop.conversation.svg()).texts.contains(word))
  }

  @Test(
    arguments: [
      (.failed, nil, URLError(.timedOut), "timed out"),
      (.failed, 200, URLError(.networkConnectionLost), "200 connection lost"),
      (.failed, nil, URLError(.notConnectedToInternet), "offline"),
      (.failed, nil, URLError(.cannotFindHost), "DNS failure"),
      (.failed, nil, URLError(.callIsActive), "error -1019"),
      (.failed, nil, NSError(domain: NSURLErrorDomain, code: -1009), "offline"),
      (.failed, nil, Refusal(), "failed Refusal"), (.threw, nil, Refusal(), "threw Refusal"),
      (.threw, nil, URLError(.timedOut), "threw timed out"),
      (.unmatched, nil, URLError(.resourceUnavailable), "unmatched"),
      (.cancelled, nil, URLError(.cancelled), "cancelled"),
    ] as [(StubExchange.Outcome, Int?, any Error, String)])
  func `how a request failed is said`(
    outcome: StubExchange.Outcome, status: Int?, error: any Error, words: String
  ) throws {
    var shop = Shop()
    shop.ask(
      "GET", "https://a.test/", of: nil,
      Shop.Course(end: 5, status: status, outcome: outcome, error: error))
    let picture = try Picture(shop.conversation.svg())
    let row = try #require(picture.texts.firstIndex(of: "GET"))
    #expect(picture.texts[row + 2] == words)
  }

  /// An error that says nothing but its name.
  private struct Refusal: Error {}

  @Test(arguments: [.pending, .cancelled, .failed] as [StubExchange.Outcome])
  func `what no stub matched has not gone to the network, whatever became of it`(
    outcome: StubExchange.Outcome
  ) throws {
    var shop = Shop()
    shop.ask(
      "GET", "https://a.test/", of: nil,
      Shop.Course(end: outcome == .pending ? nil : 5, outcome: outcome))
    let picture = try Picture(shop.conversation.svg())
    #expect(picture.texts.contains("no stub matched"))
    #expect(!picture.texts.contains { $0.hasPrefix("network") })
    #expect(picture.remarks.last?.hasPrefix("GET https://a.test/\nno stub matched\n") == true)
    let archive = try StubJSON(parsing: shop.conversation.har())
    #expect(archive["log"]?["entries"]?[0]?["comment"] == .string("no stub matched; \(outcome)"))
  }

  @Test func `a request that cannot be sent is not one that no stub matched`() throws {
    var shop = Shop()
    shop.ask("GET", "https://a.test/", of: nil, Shop.Course(end: 5, outcome: .cannotBeSent))
    let picture = try Picture(shop.conversation.svg())
    #expect(picture.texts.contains("not answered"))
    #expect(picture.remarks.last?.hasPrefix("GET https://a.test/\nnot answered\n") == true)
    let archive = try StubJSON(parsing: shop.conversation.har())
    #expect(
      archive["log"]?["entries"]?[0]?["comment"] == .string("not answered; cannot be sent"))
  }

  @Test func `nothing that was asked has an effect in it`() throws {
    var shop = Shop()
    let name = "<b>&\"quotes\"</b> \u{202E}turned \u{200B}\u{FFFE}\u{1B}[31m ]]> 'x' שלום"
    let stub = shop.stub(isPath("/<script>"), named: name, line: 1)
    shop.ask(
      "G<T", "https://a.test/%3Cscript%3E?q='\"&<x>", of: stub, Shop.Course(end: 1, status: 200))
    shop.ask(
      "GET", "https://b.test/", of: stub,
      Shop.Course(
        end: 1, outcome: .threw,
        error: URLError(.unknown, "</title><script>alert(1)</script>\u{0}\u{202E}")))
    let svg = shop.conversation.svg()
    let picture = try Picture(svg)
    #expect(!svg.contains("<script") && !svg.contains("<b>"))
    #expect(svg.unicodeScalars.allSatisfy { !$0.isControl || $0 == "\n" })
    #expect(!svg.unicodeScalars.contains("\u{FFFE}"))
    #expect(picture.texts.contains { $0.hasPrefix("<b>&\"quotes\"") })
    #expect(
      picture.remarks[1].contains(
        #"<b>&\"quotes\"</b> \u{202e}turned \u{200b}\u{fffe}\u{1b}[31m ]]> 'x' שלום"#))
    #expect(picture.remarks[2].contains("</title><script>alert(1)</script>\\0\\u{202e}"))
  }

  @Test func `secrets are hidden, unless they are to be shown`() throws {
    var shop = Shop()
    shop.ask(
      "GET", "https://a.test/x?api_key=qwertz12345", of: nil, Shop.Course(end: 1, outcome: .failed))
    #expect(!shop.conversation.svg().contains("qwertz12345"))
    #expect(shop.conversation.svg().contains("/x?api_key=REDACTED"))
    shop.showsSecrets = true
    #expect(shop.conversation.svg().contains("/x?api_key=qwertz12345"))
    #expect(!String(decoding: shop.conversation.har(), as: UTF8.self).contains("qwertz12345"))
  }

  @Test func `of very many exchanges the newest are shown, and no text is longer than its room`()
    throws
  {
    var shop = Shop()
    let stub = shop.stub(isPath(String(repeating: "/long", count: 1_000)), line: 1)
    for number in 1...600 {
      shop.ask(
        "GET", "https://a.test/\(number)?" + String(repeating: "y", count: 500), of: stub,
        Shop.Course(
          asked: number, pieces: Array(1...100), end: number + 5, status: 200, body: "xyz"))
    }
    shop.droppedCount = 7
    let svg = shop.conversation.svg()
    let picture = try Picture(svg)
    #expect(
      picture.texts[1]
        == "600 exchanges · 604 ms on the registry's clock · left out here: the 107 oldest")
    #expect(picture.texts.contains("101") && !picture.texts.contains("100"))
    #expect(picture.texts.filter { $0 == "request" }.count == 1)
    #expect(picture.texts.allSatisfy { $0.count <= 90 })
    #expect(svg.utf8.count < 2_000_000)
  }

  @Test func `what nobody asked is a picture, too`() throws {
    let picture = try Picture(StubRegistry().conversation.svg())
    #expect(StubRegistry().conversation.isEmpty)
    #expect(picture.texts.contains("Nothing was asked."))
    #expect(picture.texts[1] == "0 exchanges · 0 on the registry's clock")
  }

  @Test func `where nothing happens for long the time is cut`() throws {
    let picture = try Picture(Shop.busy.conversation.svg())
    #expect(picture.drawn.filter { $0.name == "cut" }.count == 2)
    var shop = Shop()
    for second in [0, 1, 2, 4] {
      shop.ask(
        "GET", "https://a.test/", of: nil, Shop.Course(asked: second * 1_000, end: second * 1_000))
    }
    #expect(try !Picture(shop.conversation.svg()).drawn.contains { $0.name == "cut" })
  }
}
