import Foundation
import StubKit
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Responses that depend on the request's range, or on the requests before it.
struct StateAndRangeTests {
  @Test(arguments: Client.allCases)
  func `a client gets the parts of a body that it asks for`(client: Client) async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    let film = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    registry.stub(
      condition: isGET("/film"),
      response: .data(film).ranged().throttled(bytesPerSecond: 10_000).chunked(
        every: .seconds(1), size: 999))
    registry.stub(condition: isGET("/late")) { _ async in .data(film).ranged() }
    func fetch(_ path: String, _ range: String) async throws -> Client.Outcome {
      try await client.fetch(
        request("http://range.test\(path)", headers: ["Range": range]),
        .ephemeral.stubbed(by: registry))
    }
    for path in ["/film", "/late"] {
      var whole = Data()
      while whole.count < film.count {
        let part = try await fetch(path, "bytes=\(whole.count)-\(whole.count + 33_332)")
        #expect(part.status == 206)
        #expect(
          part.response.value(forHTTPHeaderField: "Content-Range")
            == "bytes \(whole.count)-\(min(whole.count + 33_332, 99_999))/100000")
        whole += part.data
      }
      #expect(whole == film)
      #expect(try await fetch(path, "bytes=-5").data == film.suffix(5))
      let refused = try await fetch(path, "bytes=100000-")
      #expect(refused.status == 416)
      #expect(refused.data.isEmpty)
      #expect(refused.response.value(forHTTPHeaderField: "Content-Range") == "bytes */100000")
      #expect(try await fetch(path, "pages=1").data == film)
    }
  }

  @Test func `a file is given in parts`() async throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let file = folder.url.appendingPathComponent("a.txt")
    try Data("0123456789".utf8).write(to: file)
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .file(file).ranged())
    let outcome = try await Client.asyncAwait.fetch(
      request("http://range.test/a.txt", headers: ["Range": "bytes=3-"]),
      .ephemeral.stubbed(by: registry))
    #expect(outcome.status == 206)
    #expect(outcome.text == "3456789")
    #expect(
      outcome.response.value(forHTTPHeaderField: "Content-Type") == "text/plain; charset=utf-8")
  }

  @Test(arguments: Client.allCases)
  func `a cart remembers what was put into it`(client: Client) async throws {
    let registry = StubRegistry()
    let cart = StubState<[StubJSON]>([])
    registry.stub(condition: isPOST("https://shop.test/cart")) { request in
      let count = cart.update { lines in
        lines.append(request.json ?? .null)
        return lines.count
      }
      return .json(["count": .integer(count)], status: 201)
    }
    registry.stub(condition: isGET("https://shop.test/cart")) { _ in .json(.array(cart.value)) }
    func fetch(_ method: String, _ body: String? = nil) async throws -> Client.Outcome {
      try await client.fetch(
        request("https://shop.test/cart", method, body: body), .ephemeral.stubbed(by: registry))
    }
    #expect(try await fetch("GET").text == "[]")
    #expect(try await fetch("POST", #"{"id": 1}"#).text == #"{"count":1}"#)
    #expect(try await fetch("POST", #"{"id": 2}"#).status == 201)
    #expect(try await fetch("GET").text == #"[{"id":1},{"id":2}]"#)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in 3..<23 { group.addTask { _ = try await fetch("POST", #"{"id": \#(id)}"#) } }
      try await group.waitForAll()
    }
    #expect(cart.value.compactMap { $0["id"]?.integer }.sorted() == Array(1..<23))
  }
}
