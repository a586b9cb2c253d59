import Foundation
import Testing

@testable import StubKit

/// What the log keeps of an answer, and the times of its phases.
struct TranscriptTests {
  let clock = ManualClock()
  let registry: StubRegistry

  init() {
    registry = StubRegistry(clock: clock)
  }

  private var last: StubExchange? { registry.exchanges.last }

  @Test func `a plain answer has come when it was decided on, and its body is the stub's`() async {
    await clock.advance(by: .seconds(2))
    registry.stub(condition: anyRequest(), response: .text("hello"))
    _ = try? Way(registry)
    #expect(last?.transcript.asked == .seconds(2))
    #expect(last?.start == .seconds(2))
    #expect(last?.transcript.head == .seconds(2))
    #expect(last?.transcript.pieces == [.seconds(2)])
    #expect(last?.responseBody == Data("hello".utf8))
    #expect(last?.duration == .zero)
  }

  @Test func `each phase has its moment, also while the answer is under way`() async throws {
    registry.stub(
      condition: anyRequest(),
      response: .text("abcd").delayed(by: .seconds(3)).chunked(every: .seconds(1), size: 2))
    let way = try Way(registry)
    #expect(last?.transcript.head == nil)
    #expect(last?.responseBody == nil)
    await clock.advance(by: .seconds(3))
    way.bring(.due)
    #expect(last?.transcript.head == .seconds(3))
    #expect(last?.response?.status == 200)
    await clock.advance(by: .seconds(1))
    way.bring(.due)
    #expect(last?.transcript.pieces == [.seconds(4)])
    #expect(last?.transcript.count == 2)
    #expect(last?.outcome == .pending)
    #expect(last?.responseBody == Data("ab".utf8))
    await clock.advance(by: .seconds(1))
    way.bring(.due)
    #expect(last?.transcript.pieces == [.seconds(4), .seconds(5)])
    #expect(last?.responseBody == Data("abcd".utf8))
    #expect(last?.duration == .seconds(5))
  }

  @Test func `a request has been asked before it is decided on`() async throws {
    registry.stub(condition: anyRequest(), response: .text("hello"))
    let way = try Way(registry) { $0.decidesAtOnce = false }
    await clock.advance(by: .seconds(4))
    let decision = registry.decide(try .to("https://a.com/x"), body: nil)
    way.bring(.decision(decision))
    #expect(last?.transcript.asked == .zero)
    #expect(last?.start == .seconds(4))
  }

  @Test func `a closure's answer comes when it is made`() async throws {
    registry.stub(condition: anyRequest()) { _ in .text("unused") }
    let way = try Way(registry)
    await clock.advance(by: .seconds(7))
    way.bring(.response(.text("made")))
    #expect(last?.transcript.head == .seconds(7))
    #expect(last?.responseBody == Data("made".utf8))
  }

  @Test func `the last of an upload has its moment`() async throws {
    registry.stub(
      condition: anyRequest(),
      response: .text("ok").throttled(to: NetworkProfile(bytesPerSecondUp: 4)))
    let way = try Way(registry, body: "12345678")
    await clock.advance(by: .seconds(2))
    while let open = way.door.log.last, open.hasSuffix("?") { way.bring(.due) }
    #expect(last?.transcript.sent == .seconds(2))
  }

  @Test func `what the network brings is kept piece by piece`() async throws {
    registry.stub(condition: anyRequest(), response: .passThrough)
    let way = try Way(registry)
    await clock.advance(by: .seconds(1))
    way.bring(.arrival(.head(StubResponse.Head(status: 201, headers: ["A": "b"]))))
    way.bring(.arrival(.piece(Data("real ".utf8))))
    #expect(last?.transcript.count == 5)
    await clock.advance(by: .seconds(1))
    way.bring(.arrival(.piece(Data("answer".utf8))))
    way.bring(.arrival(.end))
    #expect(last?.outcome == .passedThrough)
    #expect(last?.response?.headers == ["A": "b"])
    #expect(last?.responseBody == Data("real answer".utf8))
    #expect(last?.transcript.isForwarded == true)
    #expect(last?.transcript.pieces == [.seconds(1), .seconds(2)])
  }

  @Test func `beyond the limit pieces are only counted`() throws {
    registry.logLimit = LogLimit(responseBytes: 6)
    registry.stub(condition: anyRequest(), response: .passThrough)
    let way = try Way(registry)
    way.bring(.arrival(.head(StubResponse.Head(status: 200, headers: [:]))))
    for piece in ["1234", "567", "8"] { way.bring(.arrival(.piece(Data(piece.utf8)))) }
    way.bring(.arrival(.end))
    #expect(last?.transcript.body == Data("1234".utf8))
    #expect(last?.transcript.count == 8)
    #expect(last?.responseBody == nil)
  }

  @Test func `a body that grows is not in the log before its end, which an archive says`() throws {
    registry.stub(condition: anyRequest(), response: .passThrough)
    let way = try Way(registry)
    way.bring(.arrival(.head(StubResponse.Head(status: 200, headers: [:]))))
    way.bring(.arrival(.piece(Data("ab".utf8))))
    #expect(last?.responseBody == nil)
    let archive = String(decoding: registry.conversation.har(), as: UTF8.self)
    #expect(archive.contains("pending; not yet in the log: 2 of 2 bytes of the body\""))
  }

  @Test func `of many pieces some are remembered, evenly spread`() {
    var transcript = Transcript()
    for second in 1...10_000 {
      transcript.add(Data("x".utf8), at: .seconds(second), keeping: 20_000)
    }
    let pieces = transcript.pieces
    #expect(transcript.body.count == 10_000)
    #expect(pieces.count <= 64 && pieces.count >= 32)
    #expect(pieces.first == .seconds(1))
    #expect(zip(pieces.dropFirst(), pieces.dropFirst(2)).allSatisfy { $1 - $0 == .seconds(256) })
  }

  @Test func `a redirect and where it leads are two answers`() throws {
    registry.stub(
      condition: isPath("/a"), response: .status(302, headers: ["Location": "https://a.com/b"]))
    registry.stub(condition: isPath("/b"), response: .text("there"))
    let way = try Way(registry, to: "/a")
    way.bring(.advice(.follow(try .to("https://a.com/b"))))
    way.bring(.body(nil))
    #expect(registry.exchanges.map(\.response?.status) == [302, 200])
    #expect(registry.exchanges.map(\.responseBody) == [Data(), Data("there".utf8)])
  }
}
