import Foundation
import Testing

@testable import StubKit

struct StreamTests {
  private struct Broken: Error {}

  @Test func `pieces come at their times`() {
    let response = StubResponse.stream(
      [.text("a"), .text("b", after: .seconds(1)), .text("", after: .seconds(1)), .finish],
      status: 201, headers: ["A": "b"])
    #expect(response.reply()?.status == 201)
    #expect(response.reply()?.headers == ["A": "b"])
    #expect(
      response.delayed(by: .seconds(3)).plan().lines
        == ["3.0 head", "3.0 piece a", "4.0 piece b", "5.0 finish"])
  }

  @Test func `pieces count from zero`() {
    let response = StubResponse.stream([.data(Data("0123456789".utf8)[4..<10])])
      .chunked(every: .zero, size: 4)
    let pieces = response.plan().compactMap { step -> Data? in
      if case .piece(let data) = step.action { data } else { nil }
    }
    #expect(pieces == [Data("4567".utf8), Data("89".utf8)])
    #expect(pieces.allSatisfy { $0.startIndex == 0 })
  }

  @Test func `a stream can fail, and nothing follows`() {
    let response = StubResponse.stream([
      .text("a"), .fail(Broken(), after: .seconds(2)), .text("b"), .finish,
    ])
    #expect(response.plan().lines == ["0.0 head", "0.0 piece a", "2.0 fail Broken()"])
  }

  @Test func `a stream can stay open, and nothing follows`() {
    let response = StubResponse.stream([.text("a"), .staysOpen, .text("b"), .finish])
    #expect(response.plan().lines == ["0.0 head", "0.0 piece a", "0.0 hang"])
    let events = StubResponse.serverSentEvents([.init(data: "a")], then: .staysOpen)
    #expect(events.plan().lines == ["0.0 head", "0.0 piece data: a\n\n", "0.0 hang"])
    let broken = StubResponse.serverSentEvents([], then: .fail(Broken(), after: .seconds(1)))
    #expect(broken.plan().lines == ["0.0 head", "1.0 fail Broken()"])
    let lost = StubResponse.stream([.fail(.networkConnectionLost, after: .seconds(1))])
    #expect(lost.plan().lines == ["0.0 head", "1.0 fail -1005"])
  }

  @Test func `a stream without events is an empty body`() {
    #expect(StubResponse.stream([]).plan().lines == ["0.0 head", "0.0 finish"])
  }

  @Test func `a rate applies on top of the times`() {
    let response = StubResponse.stream([
      .text("abc"), .text("d", after: .milliseconds(100)), .text("e", after: .seconds(1)),
    ]).throttled(bytesPerSecond: 10)
    #expect(
      response.plan().lines == [
        "0.0 head", "0.1 piece a", "0.2 piece b", "0.3 piece c", "0.4 piece d", "1.2 piece e",
        "1.2 finish",
      ])
  }

  @Test func `chunks and drops apply to a stream`() {
    let response = StubResponse.stream([.text("abc"), .text("def", after: .seconds(5))])
      .chunked(every: .seconds(1), size: 2).dropping(afterBytes: 4)
    #expect(
      response.plan().lines == [
        "0.0 head", "1.0 piece ab", "2.0 piece c", "5.0 piece d", "5.0 fail -1005",
      ])
  }

  @Test func `a source yields what its sequence yields`() async throws {
    let response = StubResponse.stream {
      AsyncThrowingStream<Data, any Error> { continuation in
        continuation.yield(Data("a".utf8))
        continuation.yield(Data("b".utf8))
        continuation.finish(throwing: Broken())
      }
    }
    let open = try #require(response.reply()?.source)
    // Twice, because each delivery opens it anew.
    for _ in 0..<2 {
      var text = ""
      await #expect(throws: Broken.self) {
        for try await data in open().pieces { text += String(decoding: data, as: UTF8.self) }
      }
      #expect(text == "ab")
    }
  }

  @Test func `a source is shaped like any body`() throws {
    let response = StubResponse.stream { AsyncStream<Data> { $0.finish() } }
      .throttled(bytesPerSecond: 10).dropping(afterBytes: 3).delayed(by: .seconds(1))
    var cursor = try #require(response.plan().cursorAtSource)
    #expect(
      cursor.steps(for: Data("ab".utf8), since: .seconds(2)).map(\.line)
        == ["2.1 piece a", "2.2 piece b"])
    #expect(
      cursor.steps(for: Data("cd".utf8), since: .seconds(2)).map(\.line)
        == ["2.3 piece c", "2.3 fail -1005"])
    #expect(cursor.steps(for: Data("e".utf8), since: .seconds(3)).isEmpty)
    #expect(cursor.steps(for: nil, since: .seconds(3)).isEmpty)
  }

  @Test func `a body that is cut off at once does not wait for its source`() throws {
    let source = StubResponse.stream { AsyncStream<Data> { _ in } }
    for (response, end) in [
      (source.dropping(afterBytes: 0), "0.0 fail -1005"),
      (source.truncated(afterBytes: 0), "0.0 finish"),
    ] {
      #expect(response.plan().lines == ["0.0 head", end])
    }
  }

  @Test func `of a large piece only what is due is made`() throws {
    let response = StubResponse.stream { AsyncStream<Data> { $0.finish() } }
      .chunked(every: .seconds(1), size: 1)
    var cursor = response.plan()
    guard case .take(.head) = cursor.due(), case .pull = cursor.due() else {
      Issue.record("The source is not asked.")
      return
    }
    cursor.pull(Data(repeating: 65, count: 1 << 24), at: .zero)
    for second in 1...3 {
      guard case .wait(let moment) = cursor.due() else {
        Issue.record("Nothing is waited for.")
        return
      }
      #expect(moment == .seconds(second))
      cursor.reach()
      guard case .take(.piece(let piece)) = cursor.due() else {
        Issue.record("Nothing comes.")
        return
      }
      #expect(piece == Data("A".utf8))
    }
  }

  @Test func `a source that ends finishes the body`() throws {
    let response = StubResponse.stream { AsyncStream<Data> { $0.finish() } }
    var cursor = try #require(response.plan().cursorAtSource)
    #expect(
      cursor.steps(for: Data("ab".utf8), since: .seconds(2)).map(\.line) == ["2.0 piece ab"])
    #expect(cursor.steps(for: nil, since: .seconds(3)).map(\.line) == ["3.0 finish"])
  }

  static let events: [(ServerSentEvent, String)] = [
    (.init(data: "a"), "data: a\n\n"),
    (.init(data: ""), "data: \n\n"),
    (.init(data: "a\nb\r\nc\rd\n"), "data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n"),
    (
      .init(event: "price", data: "42", id: "7", retry: .milliseconds(2_500)),
      "event: price\nid: 7\nretry: 2500\ndata: 42\n\n"
    ),
    (.comment("alive\nstill"), ": alive\n: still\n\n"),
  ]

  @Test(arguments: events)
  func `a server-sent event is written in lines`(event: ServerSentEvent, text: String) {
    #expect(event.text == text)
  }

  @Test func `server-sent events come at their times`() {
    let response = StubResponse.serverSentEvents([
      .init(data: "a"), .comment("x", after: .seconds(1)), .init(data: "b", after: .seconds(2)),
    ])
    #expect(response.reply()?.headers == ["Content-Type": "text/event-stream"])
    #expect(
      response.plan().lines == [
        "0.0 head", "0.0 piece data: a\n\n", "1.0 piece : x\n\n", "3.0 piece data: b\n\n",
        "3.0 finish",
      ])
  }

  @Test func `a server-sent event that would break its lines says so`() {
    #expect(
      StubResponse.serverSentEvents([.init(event: "a\nb", data: "")]).complaint()
        == #"The event "a\nb" of the stub's event stream has a line break."#)
    #expect(
      StubResponse.serverSentEvents([.init(data: "", id: "1\0")]).complaint()
        == #"The id "1\0" of the stub's event stream has a line break or a NUL."#)
  }
}
