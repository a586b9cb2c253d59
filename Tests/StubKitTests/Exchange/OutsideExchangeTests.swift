import Dispatch
import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client that is no session, on a queue of its own.
private final class Outsider: OutsideClient {
  private let queue = DispatchQueue(label: "outsider")
  private let heard = Locked<[String]>([])
  private let end = DispatchSemaphore(value: 0)

  func perform(_ block: @escaping @Sendable () -> Void) {
    queue.async(execute: block)
  }

  func hear(_ head: StubResponse.Head, followedBy body: BodyLength) {
    note("\(head.status) \(body)")
  }

  func hear(_ piece: Data) {
    note(String(decoding: piece, as: UTF8.self))
  }

  func hear(_ ending: Ending) {
    switch ending {
    case .finished: note("finished")
    case .failed(let error, let outcome): note("\(outcome): \(error.localizedDescription)")
    case .cancelled: note("cancelled")
    }
    end.signal()
  }

  private func note(_ word: String) {
    heard.withLock { $0.append(word) }
  }

  /// Asks a registry, and returns what the client hears up to the end.
  static func asking(
    _ registry: StubRegistry, _ path: String, method: String = "GET", body: String? = nil,
    remark: String? = nil
  ) async throws -> [String] {
    let request = try URLRequest.to("https://a.com" + path, method: method, body: body)
    return try await asking(registry, request, remark: remark)
  }

  static func asking(
    _ registry: StubRegistry, _ request: URLRequest, remark: String? = nil
  ) async throws -> [String] {
    let client = Outsider()
    let exchange = OutsideExchange(
      of: request, answeredBy: registry, toldTo: client, reporter: nil, remark: remark)
    client.perform { exchange.start() }
    await withCheckedContinuation { continuation in
      BlockingWork.perform {
        client.end.wait()
        continuation.resume()
      }
    }
    return client.heard.withLock(\.self)
  }
}

@Suite
struct `Exchanges without a session` {
  private let registry = StubRegistry()

  private func answer(
    _ response: StubResponse, method: String = "GET", body: String? = nil
  ) async throws -> [String] {
    registry.stub(condition: isPath("/x"), response: response)
    return try await Outsider.asking(registry, "/x", method: method, body: body)
  }

  @Test func `the head says how much body follows`() async throws {
    #expect(try await answer(.text("whole")) == ["200 exactly(5)", "whole", "finished"])
    #expect(
      try await answer(.text("whole").truncated(afterBytes: 2))
        == ["200 cutShort(to: 2)", "wh", "finished"])
    #expect(
      try await answer(.text("whole").truncated(afterBytes: 9))
        == ["200 exactly(5)", "whole", "finished"])
    #expect(
      try await answer(.text("whole").dropping(afterBytes: 2)).first == "200 exactly(5)")
    #expect(
      try await answer(.stream([.data(Data("a".utf8)), .data(Data("b".utf8))]))
        == ["200 unknown", "a", "b", "finished"])
    #expect(try await answer(.status(204)) == ["204 exactly(0)", "finished"])
    #expect(try await answer(.text("whole"), method: "HEAD") == ["200 exactly(0)", "finished"])
  }

  @Test func `the ending says why a request failed`() async throws {
    registry.stub(condition: isPath("/thrown")) { _ -> StubResponse in
      throw CocoaError(.fileNoSuchFile)
    }
    registry.stub(condition: isPath("/broken"), response: .status(999))
    registry.stub(condition: isPath("/lost"), response: .failure(.networkConnectionLost))
    func reason(_ path: String) async throws -> String? {
      try await Outsider.asking(registry, path).last?.split(separator: ":").first.map(String.init)
    }
    #expect(try await reason("/thrown") == "threw")
    #expect(try await reason("/broken") == "cannot respond")
    #expect(try await reason("/lost") == "failed")
    #expect(try await reason("/nowhere") == "unmatched")
    #expect(
      registry.exchanges.map(\.outcome) == [.threw, .cannotRespond, .failed, .unmatched])
  }

  @Test func `a redirect and a challenge are answers`() async throws {
    let elsewhere = try #require(URL(string: "https://a.com/y"))
    #expect(try await answer(.redirect(to: elsewhere)) == ["302 exactly(0)", "finished"])
    #expect(
      try await answer(.status(401, headers: ["WWW-Authenticate": "Basic"]))
        == ["401 exactly(0)", "finished"])
    #expect(registry.exchanges.map(\.outcome) == [.finished, .finished])
  }

  @Test func `a GET may have a body, which no session sends`() async throws {
    registry.stub(condition: isPath("/x") && hasBody("q"), response: .text("found"))
    let heard = try await Outsider.asking(registry, "/x", body: "q")
    #expect(heard == ["200 exactly(5)", "found", "finished"])
  }

  @Test func `the client hears the whole report though the test was told`() async throws {
    let told = Locked<[String]>([])
    registry.reportIssues(
      to: IssueReporter(tell: { issue in
        told.withLock { $0.append(issue.text) }
        return .failed
      }))
    registry.stub(condition: isPath("/users"), response: .text(""))
    let heard = try await Outsider.asking(registry, "/user", remark: "It came from afar.")
    #expect(told.withLock(\.count) == 1)
    #expect(heard.last?.contains(#"✗ isPath("/users")"#) == true)
    #expect(heard.last?.contains("It came from afar.") == true)
  }

  @Test func `a session asks a server of this process over the network`() throws {
    // One that no other test asks, and that no socket is given: the list is the process's.
    let port = 4
    ServedPorts.add(port, of: registry)
    defer { ServedPorts.remove(port) }
    func isTaken(_ host: String) throws -> Bool {
      let request = try URLRequest.to("http://\(host)/x")
      return registry.surrounding { StubURLProtocol.canInit(with: request) }
    }
    #expect(try isTaken("127.0.0.1:2"))
    for host in ["127.0.0.1", "0.0.0.0", "localhost", "[::1]", "a.com.localhost"] {
      #expect(try !isTaken("\(host):\(port)"))
    }
    #expect(registry.exchanges.isEmpty)
  }

  @Test func `a report on a server's own address proposes what holds tomorrow`() async throws {
    let port = 3
    ServedPorts.add(port, of: registry)
    defer { ServedPorts.remove(port) }
    // Nothing may be passed on to the server that asks.
    registry.unmatched = .passThrough
    registry.stub(condition: isHost("a.com") && isPath("/users"), response: .text(""))
    let request = try URLRequest.to("http://127.0.0.1:\(port)/users")
    let report = try #require(try await Outsider.asking(registry, request).last)
    #expect(report.contains("To stub it:\n  registry.stub(condition: isPath(\"/users\"), response"))
    #expect(
      report.contains(
        """
        It came by a stub server's own address, which isHost("a.com") does not match: give the \
        client `server.url(for: …)` as its base address.
        """))
    registry.stub(condition: isPath("/users"), response: .passThrough)
    let refused = try #require(try await Outsider.asking(registry, request).last)
    #expect(refused == "cannot respond: The stub server cannot pass a request on to itself.")
  }
}
