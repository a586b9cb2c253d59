import Foundation
import StubKit
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A GET with a body fails as the real loader fails it, which sends no such request.
struct UnsendableTests {
  /// The ways to send a body.
  enum Way: CaseIterable, Sendable {
    case httpBody, httpBodyStream, uploadData, uploadTask, uploadOfFile
  }

  private func send(
    _ request: URLRequest, _ way: Way, _ configuration: URLSessionConfiguration
  ) async throws {
    var request = request
    let data = Data("hello".utf8)
    let session = URLSession(configuration: configuration)
    switch way {
    case .httpBody:
      request.httpBody = data
      _ = try await session.data(for: request)
    case .httpBodyStream:
      request.httpBodyStream = InputStream(data: data)
      _ = try await session.data(for: request)
    case .uploadData:
      _ = try await session.upload(for: request, from: data)
    case .uploadOfFile:
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
      try data.write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      _ = try await session.upload(for: request, fromFile: file)
    case .uploadTask:
      let delegate = RecordingDelegate()
      URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        .uploadTask(with: request, from: data).resume()
      if let error = await delegate.outcome.completions.first ?? nil { throw error }
    }
  }

  @Test(arguments: Way.allCases)
  func `a GET with a body fails, and no stub is claimed`(way: Way) async throws {
    let registry = StubRegistry()
    let stub = registry.stub(condition: anyRequest(), response: .text("never"))
    let error = await #expect(throws: URLError.self) {
      try await send(request("http://get.test/find"), way, .ephemeral.stubbed(by: registry))
    }
    #expect(error?.code == .dataLengthExceedsMaximum)
    #expect(error?.code.rawValue == -1103)
    #expect(
      error?.localizedDescription
        == "GET http://get.test/find cannot be sent: it is a GET with a body of 5 bytes, which "
        + "URLSession refuses with this error (-1103, dataLengthExceedsMaximum). Send it by another "
        + "method, such as POST, or put the body's content into the query.")
    #expect(error?.failingURL == url("http://get.test/find"))
    #expect(stub.callCount == 0)
    #expect(registry.exchanges.map(\.outcome) == [.cannotBeSent])
    #expect(registry.exchanges.first?.request.body == Data("hello".utf8))
    #expect(registry.unmatchedRequests.isEmpty)
  }

  @Test func `also where a closure has to decide, and where no stub matches`() async throws {
    for condition in [satisfies { _ in true }, isPath("/other")] {
      let registry = StubRegistry()
      registry.stub(condition: condition, response: .text("never"))
      let error = await #expect(throws: URLError.self) {
        try await send(request("http://get.test/"), .httpBody, .ephemeral.stubbed(by: registry))
      }
      #expect(error?.code == .dataLengthExceedsMaximum)
      #expect(registry.exchanges.map(\.outcome) == [.cannotBeSent])
    }
  }

  @Test(arguments: ["HEAD", "POST", "DELETE", "OPTIONS"], Way.allCases)
  func `other methods are sent with a body`(method: String, way: Way) async throws {
    let registry = StubRegistry()
    let stub = registry.stub(condition: anyRequest(), response: .text("there"))
    let request = request("http://get.test/", method)
    try await send(request, way, .ephemeral.stubbed(by: registry))
    #expect(stub.requests.map(\.body) == [Data("hello".utf8)])
  }

  @Test func `a GET with an empty body is answered`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("there"))
    _ = try await registry.session.data(for: request("http://get.test/", body: ""))
    #expect(registry.exchanges.map(\.outcome) == [.finished])
  }

  @Test(arguments: Way.allCases)
  func `the real loader fails it with the same code, also behind a closure that says no`(
    way: Way
  ) async throws {
    let server = try LoopbackServer { _ in .text("reached") }
    for condition in [isHost("other.test"), satisfies { _ in false }] {
      let registry = StubRegistry(unmatched: .passThrough)
      registry.stub(condition: condition, expected: .any, response: .text("wrong"))
      let error = await #expect(throws: URLError.self) {
        try await send(request(server.url("/")), way, .ephemeral.stubbed(by: registry))
      }
      #expect(error?.code == .dataLengthExceedsMaximum)
      #expect(!registry.exchanges.map(\.outcome).contains(.cannotBeSent))
    }
    #expect(server.requests.isEmpty)
  }
}
