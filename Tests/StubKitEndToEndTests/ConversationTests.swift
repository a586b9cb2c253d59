import Foundation
import StubKit
import StubKitRecording
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What was said between an app and its stubs, written down and replayed.
struct ConversationTests {
  private let temporary = TemporaryFolder()

  private func save(_ conversation: StubConversation) throws -> URL {
    try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
    let file = temporary.url.appendingPathComponent("conversation.har")
    try conversation.har().write(to: file)
    return file
  }

  /// What came of a request, in a line.
  private func answer(_ request: URLRequest, from registry: StubRegistry) async -> String {
    do {
      let outcome = try await Client.delegate.fetch(request, .ephemeral.stubbed(by: registry))
      let type = outcome.response.value(forHTTPHeaderField: "Content-Type") ?? "-"
      let body = String(data: outcome.data, encoding: .utf8) ?? "\(outcome.data.count) bytes"
      return "\(outcome.status) \(outcome.response.url?.path ?? "-") \(type) \(body)"
    } catch let error as URLError {
      return "error \(error.code.rawValue)"
    } catch {
      return "\(error)"
    }
  }

  private static let requests = [
    request("https://a.test/text"), request("https://a.test/turns"),
    request("https://a.test/turns"), request("https://a.test/turns"),
    request("https://a.test/json?page=2", "POST", body: #"{"a": 1}"#),
    request("https://a.test/gone"), request("https://a.test/old"),
    request("https://a.test/image"), request("https://a.test/events"),
    request("https://a.test/empty", "HEAD"), request("https://a.test/offline"),
    request("https://a.test/broken"), request("https://a.test/nobody"),
    request("https://a.test/closure"),
  ]

  private func prepare(_ registry: StubRegistry) {
    registry.stub(condition: isPath("/text"), response: .text("hällo"))
    registry.stub(
      condition: isPath("/turns"), response: .sequence(.text("one"), .status(503), .text("two")))
    registry.stub(
      condition: isPath("/json") && isMethodPOST(), response: .json(["id": 7], status: 201))
    registry.stub(condition: isPath("/gone"), response: .status(410))
    registry.stub(
      condition: isPath("/old"), response: .redirect(to: url("https://a.test/text"), status: 301))
    registry.stub(
      condition: isPath("/image"),
      response: .data(Data([0x89, 0, 0xFF]), headers: ["Content-Type": "image/png"]))
    registry.stub(
      condition: isPath("/events"),
      response: .serverSentEvents(["a", "b"]))
    registry.stub(condition: isPath("/empty"), response: .text("not sent"))
    registry.stub(condition: isPath("/offline"), response: .failure(.notConnectedToInternet))
    registry.stub(condition: isPath("/broken"), response: .text("abcdef").dropping(afterBytes: 3))
    registry.stub(condition: isPath("/closure")) { .text($0.path) }
  }

  @Test func `a conversation that is replayed gives the same answers`() async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    prepare(registry)
    var first: [String] = []
    for request in Self.requests { first.append(await answer(request, from: registry)) }
    #expect(first.contains("200 /text text/plain; charset=utf-8 hällo"))
    #expect(first.suffix(4) == ["error -1009", "error -1005", "error -1008", first[13]])

    let replay = StubRegistry()
    try replay.stub(har: try save(registry.conversation), strictly: true)
    var second: [String] = []
    for request in Self.requests { second.append(await answer(request, from: replay)) }
    #expect(second == first)
    let bodies = replay.exchanges.map(\.responseBody)
    #expect(bodies == registry.exchanges.map(\.responseBody))
    #expect(bodies.contains(Data("abc".utf8)))
  }

  @Test func `what the network answered is in it`() async throws {
    let server = try LoopbackServer { _ in .text(String(repeating: "real ", count: 20_000)) }
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .passThrough)
    let real = await answer(request(server.url("/real")), from: registry)
    let replay = StubRegistry()
    try replay.stub(har: try save(registry.conversation))
    #expect(await answer(request(server.url("/real")), from: replay) == real)
    #expect(server.requests.count == 1)
  }

  @Test func `a request that waits for the network is shown to be there`() async throws {
    // What a closure lets out is taken first.
    let registry = StubRegistry(unmatched: .fail(except: satisfies("any") { _ in true }))
    registry.stub(condition: isPath("/stub"), response: .passThrough)
    let (seen, see) = AsyncStream.makeStream(of: String.self)
    let server = try LoopbackServer { _ in
      see.yield(String(decoding: registry.conversation.har(), as: UTF8.self))
      return .text("real")
    }
    var archives = seen.makeAsyncIterator()
    _ = await answer(request(server.url("/real")), from: registry)
    #expect(await archives.next()?.contains(#""comment": "the network; pending""#) == true)
    _ = await answer(request(server.url("/stub")), from: registry)
    #expect(
      await archives.next()?.contains(#""comment": "answered by the network, by isPath("#) == true)
  }

  @Test func `it has no secret, and says who answered`() async throws {
    let registry = StubRegistry()
    registry.showsSecrets = true
    registry.stub(
      condition: isPath("/login"), named: "the login",
      response: .json(["access_token": "s3cr3tT0ken99"]))
    _ = await answer(
      request("https://a.test/login?api_key=qwertz12345", "POST", body: "password=hunter2x"),
      from: registry)
    _ = await answer(request("https://a.test/s3cr3tT0ken99"), from: registry)
    let text = String(decoding: registry.conversation.har(), as: UTF8.self)
    for secret in ["s3cr3tT0ken99", "qwertz12345", "hunter2x"] { #expect(!text.contains(secret)) }
    #expect(text.contains(#""comment": "answered by \"the login\" isPath(\"/login\") (Convers"#))
    #expect(text.contains(#""comment": "no stub matched; unmatched""#))
    #expect(text.contains(#""_error": "NSURLErrorDomain -1008""#))
  }

  @Test func `an NSError of the URL domain keeps its code`() async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(), response: .failure(NSError(domain: NSURLErrorDomain, code: -1009)))
    _ = await answer(request("https://a.test/"), from: registry)
    let text = String(decoding: registry.conversation.har(), as: UTF8.self)
    #expect(text.contains(#""_error": "NSURLErrorDomain -1009""#))
  }

  @Test func `an exchange that cannot be written is named`() async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: isPath("/damaged"),
      response: .data(Data([0x1F, 0x8B, 8, 0]), headers: ["Content-Encoding": "gzip"]))
    registry.stub(condition: isPath("/text"), response: .text("here"))
    _ = await answer(request("https://a.test/damaged?token=4711abc"), from: registry)
    _ = await answer(request("https://a.test/text"), from: registry)
    let json = try StubJSON(parsing: registry.conversation.har())
    #expect(json["log"]?["entries"]?[0]?["request"]?["url"] == "https://a.test/text")
    #expect(
      json["log"]?["comment"]
        == "GET https://a.test/damaged?token=REDACTED-1 is left out: the compressed body cannot be read: it ends too early."
    )
  }

  @Test func `a body in a coding that is not undone here is replayed with the coding`() async throws
  {
    let registry = StubRegistry()
    let packed = try #require(Data(base64Encoded: "CxCAeyJuYW1lIjo3fQM="))
    registry.stub(
      condition: anyRequest(),
      response: .data(
        packed, headers: ["Content-Encoding": "br", "Content-Type": "application/json"]))
    _ = await answer(request("https://a.test/packed"), from: registry)
    let replay = StubRegistry()
    try replay.stub(har: save(registry.conversation))
    let (data, response) = try await replay.session.data(from: url("https://a.test/packed"))
    #expect(data == packed)
    #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Encoding") == "br")
  }

  @Test func `a request that has not ended is in it`() async throws {
    let clock = ManualClock()
    let registry = StubRegistry(clock: clock)
    let stub = registry.stub(condition: anyRequest(), response: .hang)
    let task = registry.session.dataTask(with: url("https://a.test/hang"))
    task.resume()
    _ = try await stub.waitForRequests(timeout: .seconds(600))
    let text = String(decoding: registry.conversation.har(), as: UTF8.self)
    #expect(text.contains(#""_error": "pending""#))
    task.cancel()
  }
}
