import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Bodies arrive whole, byte for byte, whatever the chunking and whichever way the client asks.
struct WholeBodyTests {
  @Test(arguments: Client.allCases, [0, 1, 7, 65_536, 300_001])
  func `a body in one piece arrives whole`(client: Client, size: Int) async throws {
    let body = Self.bytes(size)
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .data(body))
    let outcome = try await client.fetch(
      request("http://whole.test/"), .ephemeral.stubbed(by: registry))
    #expect(outcome.data == body)
    #expect(outcome.response.value(forHTTPHeaderField: "Content-Length") == "\(size)")
  }

  @Test(arguments: Client.allCases)
  func `a body in many chunks arrives whole`(client: Client) async throws {
    let body = Self.bytes(100_003)
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(
      condition: anyRequest(), response: .data(body).chunked(every: .seconds(1), size: 1_000))
    let outcome = try await client.fetch(
      request("http://chunks.test/"), .ephemeral.stubbed(by: registry))
    #expect(outcome.data == body)
  }

  @Test func `a delegate sees each chunk`() async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(
      condition: anyRequest(), response: .text("abcdefgh").chunked(every: .seconds(1), size: 3))
    let delegate = RecordingDelegate()
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    session.dataTask(with: url("http://chunks.test/")).resume()
    let outcome = await delegate.outcome
    #expect(outcome.chunks.map { String(decoding: $0, as: UTF8.self) } == ["abc", "def", "gh"])
    #expect(outcome.completions.count == 1)
    #expect(outcome.responses.count == 1)
  }

  @Test func `a delegate is called on its own queue`() async throws {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.name = "mine"
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("x"))
    let delegate = RecordingDelegate()
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: queue)
    session.dataTask(with: url("http://queue.test/")).resume()
    let outcome = await delegate.outcome
    #expect(!outcome.queues.isEmpty && outcome.queues.allSatisfy { $0 === queue })
    #expect(outcome.body == Data("x".utf8))
  }

  @Test func `a delegate of one task hears of it while the handler gets the body`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("per task"))
    let delegate = RecordingDelegate()
    let (data, _) = try await registry.session.data(
      for: request("http://task.test/"), delegate: delegate)
    #expect(String(decoding: data, as: UTF8.self) == "per task")
    #expect(delegate.soFar.completions.isEmpty)
  }

  @Test(arguments: Client.allCases)
  func `a mapped file of 100 MB arrives whole`(client: Client) async throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "stubkit-\(UUID().uuidString).bin")
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 100 << 20)
    try handle.seek(toOffset: (100 << 20) - 3)
    try handle.write(contentsOf: Data("end".utf8))
    try handle.close()

    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .file(file))
    let outcome = try await client.fetch(
      request("http://big.test/"), .ephemeral.stubbed(by: registry))
    #expect(outcome.data.count == 100 << 20)
    #expect(outcome.data.suffix(3) == Data("end".utf8))
  }

  @Test(arguments: [204, 304], Client.allCases)
  func `a status without a body delivers none`(status: Int, client: Client) async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("unseen", status: status))
    let outcome = try await client.fetch(
      request("http://none.test/"), .ephemeral.stubbed(by: registry))
    #expect(outcome.status == status)
    #expect(outcome.data.isEmpty)
    #expect(
      outcome.response.value(forHTTPHeaderField: "Content-Length") == (status == 304 ? "6" : nil))
  }

  @Test(arguments: Client.allCases)
  func `a HEAD request keeps the length and gets no body`(client: Client) async throws {
    let registry = StubRegistry()
    registry.stub(condition: isMethodHEAD(), response: .text("sixteen letters!"))
    let outcome = try await client.fetch(
      request("http://head.test/", "HEAD"), .ephemeral.stubbed(by: registry))
    #expect(outcome.data.isEmpty)
    #expect(outcome.response.value(forHTTPHeaderField: "Content-Length") == "16")
  }

  private static func bytes(_ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
  }
}
