import Foundation
import Testing

@testable import StubKit

/// How many bytes of responses a log keeps.
struct ResponseBodyTests {
  private let registry = StubRegistry()

  private func answer(_ body: String, to exchange: ExchangeLog.ID?) {
    var transcript = Transcript()
    transcript.take(Data(body.utf8), at: .zero, keeping: registry.logLimit.responseBytes)
    registry.conclude(
      exchange, .finished, response: StubResponse.Head(status: 200, headers: [:]),
      transcript: transcript)
  }

  private func ask(_ body: String) throws {
    answer(body, to: registry.begin(try .to("https://a.test/")))
  }

  private var bodies: [String?] {
    registry.exchanges.map { $0.responseBody.map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test func `beyond the bytes the oldest lose the body of their response, and stay`() throws {
    registry.logLimit = LogLimit(responseBytes: 10)
    registry.given(anyRequest(), line: 1)
    for body in ["1234", "", "12345", "1", "12"] { try ask(body) }
    #expect(bodies == [nil, "", "12345", "1", "12"])
    #expect(registry.exchanges.map(\.transcript.count) == [4, 0, 5, 1, 2])
  }

  @Test func `of a body that is too long the beginning stays`() throws {
    registry.logLimit = LogLimit(responseBytes: 4)
    registry.given(anyRequest(), line: 1)
    for body in ["1", "123456"] { try ask(body) }
    #expect(bodies == [nil, nil])
    #expect(registry.exchanges.map(\.transcript.body) == [Data(), Data("1234".utf8)])
  }

  @Test func `an older exchange that ends later is found, too`() throws {
    registry.logLimit = LogLimit(responseBytes: 5)
    registry.given(anyRequest(), line: 1)
    let old = registry.begin(try .to("https://a.test/old"))
    try ask("123")
    try ask("456")
    answer("old", to: old)
    #expect(bodies == [nil, nil, "456"])
  }

  @Test func `a smaller limit holds at once, and what is dropped makes room`() throws {
    registry.given(anyRequest(), line: 1)
    for body in ["1234", "5678", "90"] { try ask(body) }
    registry.logLimit = LogLimit(responseBytes: 6)
    #expect(bodies == [nil, "5678", "90"])
    registry.logLimit = LogLimit(exchanges: 1, responseBytes: 6)
    try ask("123456")
    #expect(bodies == ["123456"])
    registry.reset()
    registry.given(anyRequest(), line: 1)
    for body in ["1234", "5678"] { try ask(body) }
    #expect(bodies == ["1234", "5678"])
  }

  @Test func `the bodies of dropped exchanges do not wait for many others`() throws {
    var log = ExchangeLog()
    log.limit = LogLimit(exchanges: 1)
    for _ in 0..<2 {
      let request = StubRequest(try .to("https://a.test/"))
      let id = log.append(request, claimedBy: nil, at: .zero)
      log.update(id) { exchange in
        exchange.transcript.take(Data(count: 1 << 16), at: .zero, keeping: .max)
        exchange.outcome = .finished
      }
    }
    #expect(log.takeDropped()?.count == 1)
    #expect(log.takeDropped() == nil)
  }

  @Test func `what the log drops ends outside of its lock, where it may ask the registry`() throws {
    let freed = Locked(0)
    func body() -> Data {
      let bytes = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 16)
      bytes.initializeMemory(as: UInt8.self, repeating: 0x61, count: 1 << 16)
      return Data(
        bytesNoCopy: bytes, count: 1 << 16,
        deallocator: .custom { bytes, _ in
          bytes.deallocate()
          freed.withLock { $0 += 1 }
        })
    }
    var log = ExchangeLog()
    for _ in 0..<3 {
      var request = try URLRequest.to("https://a.test/", method: "POST")
      request.httpBody = body()
      let id = log.append(StubRequest(request), claimedBy: nil, at: .zero)
      log.update(id) { exchange in
        exchange.transcript.take(body(), at: .zero, keeping: .max)
        exchange.outcome = .finished
      }
    }
    log.limit = LogLimit(responseBytes: 0)
    log.limit = LogLimit(exchanges: 1, responseBytes: 0)
    #expect(freed.withLock(\.self) == 0)
    var dropped = log.takeDropped()
    #expect(dropped?.count == 5)
    dropped = nil
    // The bodies of three responses and of two requests.
    #expect(freed.withLock(\.self) == 5)
  }
}
