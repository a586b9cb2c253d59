import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tasks that the platform cannot have answered fail with a clear error and never trap.
@Suite(.onlyOnLinux("Apple's loading system hands a protocol's answer to a download as a file"))
struct UnsupportedTaskTests {
  static let message =
    "GET http://download.test/: StubKit cannot answer a download task here: on this platform no URLProtocol can hand over "
    + "a file, and Foundation would trap. Use a data task in the code under test, let it ask a "
    + "stub server (`serveStubs()` of StubKitServer), or let this request pass."

  @Test func `an async download fails`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("x"))
    let error = await #expect(throws: URLError.self) {
      try await registry.session.download(from: url("http://download.test/"))
    }
    #expect(error?.code == .unsupportedURL)
    #expect(error?.localizedDescription == Self.message)
    #expect(error?.failingURL == url("http://download.test/"))
  }

  @Test func `a download with a handler fails`() async throws {
    let registry = StubRegistry()
    let error = await withCheckedContinuation { continuation in
      registry.session.downloadTask(with: url("http://download.test/")) { _, _, error in
        continuation.resume(returning: error)
      }.resume()
    }
    #expect(error?.localizedDescription == Self.message)
  }

  @Test func `the test is told once, and of no request that is under way`() async throws {
    let told = ToldIssues()
    try await told.ofScope(at: 1) { _ in
      stub(
        condition: isHost("download.test"), fileID: "T/U.swift", line: 3, response: .text("x"))
      for _ in 1...2 {
        _ = try? await URLSession.shared.download(from: url("http://download.test/"))
      }
    }
    #expect(
      told.texts == [
        Self.message, #"The stub at U.swift:3 was never used: isHost("download.test")"#,
      ])
  }

  #if canImport(FoundationNetworking)
    @Test func `a WebSocket ends with an error`() async throws {
      let registry = StubRegistry()
      registry.stub(condition: anyRequest(), response: .text("x"))
      let task = registry.session.webSocketTask(with: url("ws://127.0.0.1:1/"))
      task.resume()
      await #expect(throws: (any Error).self) { try await task.receive() }
    }
  #endif

  @Test func `a download with a delegate fails`() async throws {
    let registry = StubRegistry()
    let delegate = RecordingDelegate()
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    session.downloadTask(with: url("http://download.test/")).resume()
    let error = await delegate.outcome.completions.first ?? nil
    #expect(error?.localizedDescription == Self.message)
  }
}
