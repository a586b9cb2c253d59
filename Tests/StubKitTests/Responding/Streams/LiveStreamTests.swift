import Foundation
import Testing

@testable import StubKit

struct LiveStreamTests {
  /// All that comes to an open request, as text, and how it ended.
  private static func all(
    of pieces: AsyncThrowingStream<Data, any Error>
  ) async -> (texts: [String], error: URLError.Code?) {
    var texts: [String] = []
    do {
      for try await piece in pieces { texts.append(String(decoding: piece, as: UTF8.self)) }
      return (texts, nil)
    } catch {
      return (texts, (error as? URLError)?.code)
    }
  }

  @Test func `what is sent goes to every open request`() async {
    let body = BodyStream()
    let (first, second) = (body.open().pieces, body.open().pieces)
    #expect(body.openRequestCount == 2)
    #expect("\(body)" == "a BodyStream with 2 open requests")
    body.send("a")
    body.send(Data("b".utf8))
    body.finish()
    #expect(body.openRequestCount == 0)
    for pieces in [first, second] {
      let (texts, error) = await Self.all(of: pieces)
      #expect(texts == ["a", "b"])
      #expect(error == nil)
    }
  }

  @Test func `what is sent while no request is open waits for the next, with its end`() async {
    let body = BodyStream()
    body.send("a")
    body.fail(.networkConnectionLost)
    body.send("b")
    body.finish()
    body.send("c")
    let first = await Self.all(of: body.open().pieces)
    #expect(first.texts == ["a"])
    #expect(first.error == .networkConnectionLost)
    let second = await Self.all(of: body.open().pieces)
    #expect(second.texts == ["b"])
    #expect(second.error == nil)
    let third = body.open().pieces
    #expect(body.openRequestCount == 1)
    body.finish()
    #expect(await Self.all(of: third).texts == ["c"])
  }

  @Test func `a request that has ended takes nothing that waits for the next`() async throws {
    let body = BodyStream()
    body.send("a")
    body.finish()
    let ended = SourcePulling(body.open)
    ended.close()
    try #require(try await ended.next() == nil)
    #expect(await Self.all(of: body.open().pieces).texts == ["a"])
  }

  @Test func `much may be sent before the request comes`() async {
    let body = BodyStream()
    let count = 100_000
    for number in 0..<count { body.send(Data([UInt8(truncatingIfNeeded: number)])) }
    body.finish()
    var seen: [UInt8] = []
    do {
      for try await piece in body.open().pieces { seen += piece }
    } catch {
      Issue.record(error)
    }
    #expect(seen == (0..<count).map { UInt8(truncatingIfNeeded: $0) })
  }

  @Test func `what is sent while requests are cancelled does not wait`() async {
    let body = BodyStream()
    for _ in 0..<2_000 {
      let pieces = body.open().pieces
      let reading = Task { for try await _ in pieces {} }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { reading.cancel() }
        group.addTask { body.send("x") }
      }
      _ = await reading.result
    }
    #expect(body.openRequestCount == 0)
  }

  @Test func `a request that is closed is not open, though its pieces are still held`() async {
    let body = BodyStream()
    let request = body.open()
    request.close()
    #expect(body.openRequestCount == 0)
    body.send("for the next")
    let next = body.open().pieces
    body.finish()
    #expect(await Self.all(of: next).texts == ["for the next"])
    withExtendedLifetime(request) {}
  }

  @Test func `a request that nobody reads any more is not open`() async {
    let body = BodyStream()
    do { _ = body.open() }
    #expect(body.openRequestCount == 0)
    body.send("for the next")
    let next = body.open().pieces
    body.finish()
    #expect(await Self.all(of: next).texts == ["for the next"])
  }

  @Test func `events are written as they are sent`() async {
    let events = ServerSentEventStream()
    let pieces = events.body.open().pieces
    #expect("\(events)" == "a ServerSentEventStream with 1 open request")
    events.send(.init(event: "price", data: "42", id: "1"), .comment("still here"))
    events.send(.init(event: "two\nlines", data: "x"))
    let (texts, error) = await Self.all(of: pieces)
    #expect(texts == ["event: price\nid: 1\ndata: 42\n\n", ": still here\n\n"])
    #expect(error == .badServerResponse)
    #expect(events.openRequestCount == 0)
  }

  @Test func `an event stream ends with the error that the test gives`() async {
    struct Fault: Error, Equatable {}
    for code in [URLError.Code.networkConnectionLost, nil] {
      let events = ServerSentEventStream()
      let pieces = events.body.open().pieces
      events.send(["first"])
      if let code { events.fail(code) } else { events.fail(Fault()) }
      events.send(["to the next request"])
      var texts: [String] = []
      do {
        for try await piece in pieces { texts.append(String(decoding: piece, as: UTF8.self)) }
        Issue.record("The stream ended without an error.")
      } catch {
        #expect(code == nil ? error is Fault : (error as? URLError)?.code == code)
      }
      #expect(texts == ["data: first\n\n"])
    }
  }
}
