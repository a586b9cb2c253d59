import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The ways in which a network fails, as each kind of client sees them.
struct FaultTests {
  /// One fault: what answers, and what the client is to see.
  struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    let response: StubResponse
    let error: URLError.Code
    /// How much of the body a delegate has seen when it happens; nil if not even the head.
    let seen: Int?
    /// When it happens.
    let time: Duration

    var testDescription: String { name }
  }

  static let faults: [Fault] = [
    Fault(
      name: "an error before the head", response: .failure(.cannotFindHost),
      error: .cannotFindHost, seen: nil, time: .zero),
    Fault(
      name: "a delayed error", response: .failure(.cannotConnectToHost).delayed(by: .seconds(4)),
      error: .cannotConnectToHost, seen: nil, time: .seconds(4)),
    Fault(
      name: "an error after the head", response: .text("0123456789").dropping(afterBytes: 0),
      error: .networkConnectionLost, seen: 0, time: .zero),
    Fault(
      name: "an error after six bytes",
      response: .text("0123456789").chunked(every: .seconds(1), size: 4).dropping(afterBytes: 6),
      error: .networkConnectionLost, seen: 6, time: .seconds(2)),
    Fault(
      name: "a hang", response: .hang, error: .timedOut, seen: nil, time: .seconds(60)),
    Fault(
      name: "a head that comes too late", response: .text("x").delayed(by: .seconds(61)),
      error: .timedOut, seen: nil, time: .seconds(60)),
    Fault(
      name: "a body that stalls",
      response: .stream(
        [.data(Data("abc".utf8), after: .seconds(5))] + [
          .data(Data("def".utf8), after: .seconds(600)), .finish,
        ]), error: .timedOut, seen: 3, time: .seconds(65)),
    Fault(
      name: "a network that is offline", response: .text("x").throttled(to: .offline),
      error: .notConnectedToInternet, seen: nil, time: .zero),
    Fault(
      name: "a flaky response at its worst",
      response: .text("x").flaky(rate: 1, seed: 7, error: .dnsLookupFailed),
      error: .dnsLookupFailed, seen: nil, time: .zero),
    Fault(
      name: "a stream that fails",
      response: .stream([.text("ab"), .fail(.badServerResponse, after: .seconds(2))]),
      error: .badServerResponse, seen: 2, time: .seconds(2)),
  ]

  @Test(arguments: faults, Client.allCases)
  func `each fault ends the request with its error, at its time`(
    fault: Fault, client: Client
  ) async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(condition: anyRequest(), response: fault.response)
    let error = await #expect(throws: URLError.self) {
      try await client.fetch(request("http://fault.test/x"), .ephemeral.stubbed(by: registry))
    }
    #expect(error?.code == fault.error)
    #expect(error?.failingURL == url("http://fault.test/x"))
    #expect(error?.localizedDescription.isEmpty == false)
    let exchange = try #require(registry.exchanges.first)
    #expect(exchange.outcome == .failed)
    #expect(exchange.duration == fault.time)
  }

  @Test(arguments: faults)
  func `a delegate sees what came before`(fault: Fault) async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(condition: anyRequest(), response: fault.response)
    let delegate = RecordingDelegate()
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    session.dataTask(with: url("http://fault.test/x")).resume()
    let outcome = await delegate.outcome
    #expect(outcome.responses.count == (fault.seen == nil ? 0 : 1))
    #expect(outcome.body.count == fault.seen ?? 0)
    #expect(outcome.completions.count == 1)
  }

  @Test(arguments: Client.allCases)
  func `a truncated body succeeds and is short of what was promised`(
    client: Client
  ) async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("0123456789").truncated(afterBytes: 4))
    let outcome = try await client.fetch(
      request("http://fault.test/"), .ephemeral.stubbed(by: registry))
    #expect(outcome.text == "0123")
    #expect(outcome.response.value(forHTTPHeaderField: "Content-Length") == "10")
  }

  @Test(arguments: Client.allCases)
  func `a retry succeeds at the third attempt`(client: Client) async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(),
      response: .sequence(.failure(.timedOut), .status(503), .text("at last")))
    let configuration = URLSessionConfiguration.ephemeral.stubbed(by: registry)
    await #expect(throws: URLError.self) {
      try await client.fetch(request("http://retry.test/"), configuration)
    }
    #expect(try await client.fetch(request("http://retry.test/"), configuration).status == 503)
    let third = try await client.fetch(request("http://retry.test/"), configuration)
    #expect(third.text == "at last")
  }

  @Test func `an event with a negative time fails its request and the test`() async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(), response: .stream([.text("a"), .text("b", after: .seconds(-1))]))
    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(from: url("http://early.test/"))
    }
    let mistake =
      "The stub's response has a mistake: an event after -1.0 seconds: no time can be negative."
    #expect(error?.localizedDescription == mistake)
    let problem = #expect(throws: (any Error).self) { try registry.verify() }
    #expect("\(try #require(problem))".contains(mistake))
  }

  @Test func `the network of a registry holds unless a response has its own`() async throws {
    let registry = StubRegistry(network: .offline, clock: FastForwardClock())
    registry.stub(condition: isPath("/a"), response: .text("a"))
    registry.stub(condition: isPath("/b"), response: .text("b").throttled(to: .wifi))
    await #expect(throws: URLError.self) {
      try await registry.session.data(from: url("http://net.test/a"))
    }
    let (data, _) = try await registry.session.data(from: url("http://net.test/b"))
    #expect(String(decoding: data, as: UTF8.self) == "b")
  }
}
