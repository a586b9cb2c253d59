import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request's way, step by step: the input that comes, what the client hears, what is needed next.
struct CourseTests {
  let registry = StubRegistry()

  @discardableResult
  func answer(_ response: StubResponse, to path: String = "/x", times: Int? = nil) -> Stub {
    registry.stub(condition: isPath(path), times: times, response: response)
  }

  @Test func `a plain answer is one walk`() throws {
    answer(.text("hello"))
    let way = try Way(registry)
    #expect(way.log == ["200", "hello", "[finished]", "finished"])
    #expect(way.outcomes == [.finished])
    #expect(way.door.tickets.isEmpty)
  }

  @Test func `a request that no stub matches fails with the report`() throws {
    let way = try Way(registry)
    #expect(way.log == ["[unmatched]", "failed -1008"])
    #expect(way.outcomes == [.unmatched])
  }

  @Test func `a stub's failure comes without a head`() throws {
    answer(.failure(.cannotFindHost))
    let way = try Way(registry)
    #expect(way.log == ["[failed]", "failed -1003"])
    #expect(way.outcomes == [.failed])
  }

  @Test func `what takes time is waited for, moment by moment`() throws {
    answer(.text("abcd").delayed(by: .seconds(3)).chunked(every: .seconds(1), size: 2))
    let way = try Way(registry)
    #expect(way.log == ["3.0 seconds?"])
    way.bring(.due)
    #expect(way.log == ["200", "4.0 seconds?"])
    way.bring(.due)
    #expect(way.log == ["ab", "5.0 seconds?"])
    way.bring(.due)
    #expect(way.log == ["cd", "[finished]", "finished"])
  }

  @Test func `an upload is told of as it leaves`() throws {
    answer(.text("ok").throttled(to: NetworkProfile(bytesPerSecondUp: 4)))
    let way = try Way(registry, body: "12345678")
    while let open = way.door.log.last, open.hasSuffix("?") { way.bring(.due) }
    let log = way.log.filter { !$0.hasSuffix("?") }
    #expect(log.prefix { $0.hasPrefix("sent") }.last == "sent 8 of 8")
    #expect(log.suffix(4) == ["200", "ok", "[finished]", "finished"])
  }

  @Test func `an answer that is slower than the request's patience times out`() throws {
    answer(.text("late").delayed(by: .seconds(100)))
    let way = try Way(registry)
    #expect(way.log == ["60.0 seconds?"])
    way.bring(.due)
    #expect(way.log == ["[failed]", "failed -1001"])
  }

  @Test func `a hang ends by a cancel`() throws {
    answer(.hang)
    let way = try Way(registry) { $0.limits = TimeLimits() }
    #expect(way.log == [])
    way.passage.cancel()
    #expect(way.log == ["abandoned", "[cancelled]", "cancelled"])
    #expect(way.outcomes == [.cancelled])
  }

  @Test func `the pieces of a source come one by one, cut where the response says so`() throws {
    answer(
      .stream { AsyncThrowingStream<Data, any Error> { $0.finish() } }
        .dropping(afterBytes: 3))
    let way = try Way(registry)
    #expect(way.log == ["200", "piece?"])
    way.bring(.piece(Data("ab".utf8), at: .seconds(1)))
    #expect(way.log == ["ab", "piece?"])
    way.bring(.piece(Data("cd".utf8), at: .seconds(2)))
    #expect(way.log == ["c", "[failed]", "failed -1005"])
  }

  @Test func `the end of a source is the end of the body`() throws {
    answer(.stream { AsyncThrowingStream<Data, any Error> { $0.finish() } })
    let way = try Way(registry)
    way.bring(.piece(Data(), at: .zero))
    #expect(way.log == ["200", "piece?", "piece?"])
    way.bring(.piece(nil, at: .zero))
    #expect(way.log == ["[finished]", "finished"])
  }

  @Test func `a piece that has come is never too late`() throws {
    answer(.stream { AsyncThrowingStream<Data, any Error> { $0.finish() } })
    let way = try Way(registry)
    way.bring(.piece(Data("a".utf8), at: .seconds(100)))
    #expect(way.log == ["200", "piece?", "a", "piece?"])
    way.bring(.piece(nil, at: .seconds(200)))
    #expect(way.log == ["[finished]", "finished"])
  }

  @Test func `a source that lets nothing through times out`() throws {
    answer(
      .stream { AsyncThrowingStream<Data, any Error> { $0.finish() } }
        .throttled(bytesPerSecond: 0))
    let way = try Way(registry)
    way.bring(.piece(Data("a".utf8), at: .seconds(1)))
    #expect(way.log == ["200", "piece?", "61.0 seconds?"])
    way.bring(.due)
    #expect(way.log == ["[failed]", "failed -1001"])
  }

  @Test func `a closure is waited for, and what it makes is delivered`() throws {
    registry.stub(condition: anyRequest()) { _ in .text("unused") }
    let way = try Way(registry)
    #expect(way.log == ["response?"])
    way.bring(.response(.text("made")))
    #expect(way.log == ["200", "made", "[finished]", "finished"])
  }

  @Test func `a closure that throws fails the request`() throws {
    registry.stub(condition: anyRequest()) { _ in .text("unused") }
    let way = try Way(registry)
    way.bring(.failed(URLError(.badURL), as: .threw))
    #expect(way.log == ["response?", "[threw]", "failed -1000"])
    #expect(way.outcomes == [.threw])
  }

  @Test func `events are heard before the request goes on`() throws {
    let token = registry.onEvent { _ in }
    answer(.text("hello"))
    let way = try Way(registry)
    #expect(way.log == ["<activated>?"])
    way.bring(.heard())
    #expect(way.log == ["200", "hello", "[finished]", "<finished>?"])
    way.bring(.heard())
    #expect(way.log == ["finished"])
    token.cancel()
  }

  @Test func `a handler that never comes back keeps nobody from the ending`() throws {
    let token = registry.onEvent { _ in }
    answer(.text("hello"))
    let way = try Way(registry)
    way.bring(.failed(URLError(.timedOut)))
    #expect(way.log == ["<activated>?", "[failed]", "<finished>?"])
    way.bring(.failed(URLError(.timedOut)))
    #expect(way.log == ["failed -1001"])
    token.cancel()
  }
}
