import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Input that comes late, twice, while the client has paused, or from within what it is told.
struct PassageTests {
  let registry = StubRegistry()

  @Test func `what comes too late is dropped`() throws {
    registry.stub(condition: anyRequest()) { _ in .text("unused") }
    let way = try Way(registry)
    way.bring(.failed(URLError(.timedOut)))
    way.bring(.response(.text("late")))
    #expect(way.log == ["response?", "[failed]", "failed -1001"])
  }

  @Test func `what comes twice counts once`() throws {
    registry.stub(condition: anyRequest()) { _ in .text("unused") }
    let way = try Way(registry)
    way.bring(.response(.text("first")))
    way.bring(.response(.text("second")))
    #expect(way.log == ["response?", "200", "first", "[finished]", "finished"])
  }

  @Test func `a claim that comes too late is closed as cancelled`() throws {
    let stub = registry.stub(condition: anyRequest(), response: .text("late"))
    let way = try Way(registry) { $0.decidesAtOnce = false }
    way.passage.cancel()
    let late = registry.decide(try .to("https://a.com/x"), body: nil)
    #expect(way.outcomes == [.pending])
    way.bring(.decision(late))
    #expect(way.log == ["decision?", "abandoned", "cancelled"])
    #expect(way.outcomes == [.cancelled])
    #expect(stub.callCount == 1)
  }

  @Test func `a decision that comes after the timeout is closed as timed out, or as unmatched`()
    throws
  {
    registry.stub(condition: isPath("/x"), response: .text("late"))
    for path in ["/x", "/y?token=s3cret-12345"] {
      let way = try Way(registry, to: path) { $0.decidesAtOnce = false }
      way.bring(.failed(URLError(.timedOut)))
      way.bring(.decision(registry.decide(try .to("https://a.com" + path), body: nil)))
      #expect(way.log == ["decision?", "failed -1001"])
    }
    #expect(registry.exchanges.map(\.outcome) == [.failed, .unmatched])
    #expect((registry.exchanges.first?.error as? URLError)?.code == .timedOut)
    #expect(
      registry.exchanges.last?.error?.localizedDescription.contains("token=REDACTED") == true)
    #expect(throws: (any Error).self) { try registry.verify() }
  }

  @Test func `while the client has paused nothing is told, and afterwards everything`() throws {
    registry.stub(condition: anyRequest(), response: .text("hello").delayed(by: .seconds(3)))
    let way = try Way(registry)
    way.passage.pause()
    way.bring(.due)
    #expect(way.log == ["3.0 seconds?"])
    way.passage.resume()
    #expect(way.log == ["200", "hello", "[finished]", "finished"])
  }

  @Test func `of two that come while the client has paused the first counts`() throws {
    registry.stub(condition: anyRequest()) { _ in .text("unused") }
    let way = try Way(registry)
    way.passage.pause()
    way.bring(.response(.text("first")))
    way.bring(.failed(URLError(.timedOut)))
    way.passage.resume()
    #expect(way.log == ["response?", "200", "first", "[finished]", "finished"])
  }

  @Test func `a resume without anything to tell tells nothing`() throws {
    registry.stub(condition: anyRequest()) { _ in .text("unused") }
    let way = try Way(registry)
    way.passage.pause()
    way.passage.resume()
    way.passage.resume()
    #expect(way.log == ["response?"])
  }

  @Test func `a cancel while the client has paused ends the request`() throws {
    let stub = registry.stub(condition: anyRequest(), response: .text("held"))
    let way = try Way(registry) { $0.decidesAtOnce = false }
    way.passage.pause()
    way.bring(.decision(registry.decide(try .to("https://a.com/x"), body: nil)))
    way.passage.cancel()
    #expect(way.log == ["decision?", "abandoned", "cancelled"])
    #expect(way.outcomes == [.cancelled])
    #expect(stub.callCount == 1)
  }

  @Test func `a cancel after the end changes nothing`() throws {
    registry.stub(condition: anyRequest(), response: .text("done"))
    let way = try Way(registry)
    way.passage.cancel()
    #expect(way.log == ["200", "done", "[finished]", "finished", "abandoned"])
    #expect(way.outcomes == [.finished])
  }

  @Test func `a client may cancel from within what it is told`() throws {
    registry.stub(
      condition: anyRequest(), response: .text("abcd").chunked(every: .seconds(1), size: 2))
    let way = try Way(registry)
    way.door.onHearing = { if $0 == "ab" { way.passage.cancel() } }
    way.bring(.due)
    #expect(
      way.log == ["200", "1.0 seconds?", "ab", "abandoned", "[cancelled]", "cancelled"])
    #expect(way.outcomes == [.cancelled])
  }

  @Test func `a client that cancels from within the last piece has it all the same`() throws {
    registry.stub(condition: anyRequest(), response: .text("all").delayed(by: .seconds(1)))
    let way = try Way(registry)
    way.door.onHearing = { if $0 == "all" { way.passage.cancel() } }
    way.bring(.due)
    #expect(way.log.contains("all"))
    #expect(way.outcomes == [.finished])
    way.passage.cancel()
    #expect(way.outcomes == [.finished])
  }
}
