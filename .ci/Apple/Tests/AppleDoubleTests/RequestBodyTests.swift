import AppleFoundation
import StubKit
import TestPlaces
import Testing

/// A body arrives as a stream, however it was given.
struct RequestBodyTests {
  /// A way to give a body.
  enum Way: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case request, stream, data, file, delegate

    var testDescription: String { rawValue }
  }

  @Test(arguments: Way.allCases)
  func `a body is matched and logged`(way: Way) async throws {
    let registry = StubRegistry()
    let stub = registry.stub(
      condition: isMethodPOST() && hasJsonBody(["a": 1]), response: .status(201))
    let body = Data(#"{"a":1}"#.utf8)
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let file = folder.url.appendingPathComponent("body.json")
    try body.write(to: file)

    var post = request("https://a.test/", "POST")
    switch way {
    case .request: post.httpBody = body
    case .stream: post.httpBodyStream = InputStream(data: body)
    case .data, .file, .delegate: break
    }
    let sent = post
    let loaded = await Loaded(
      RecordingDelegate(stream: { InputStream(data: body) }),
      configuration: .ephemeral.stubbed(by: registry)
    ) { session in
      switch way {
      case .request, .stream: session.dataTask(with: sent)
      case .data: session.uploadTask(with: sent, from: body)
      case .file: session.uploadTask(with: sent, fromFile: file)
      case .delegate: session.uploadTask(withStreamedRequest: sent)
      }
    }
    #expect(loaded.status == 201)
    #expect(stub.requests.map(\.body) == [body])
    #expect(loaded.task.violations.isEmpty)
  }

  @Test func `a request without a body has none`() async {
    let registry = StubRegistry()
    let stub = registry.stub(condition: anyRequest(), response: .status(200))
    _ = await Loaded.by(registry, request("https://a.test/"))
    #expect(stub.requests.map(\.body) == [nil])
  }

  @Test(arguments: [307, 303])
  func `a redirect keeps the body or drops it`(status: Int) async {
    let registry = StubRegistry()
    registry.stub(
      condition: isPath("/old"), response: .redirect(to: url("https://a.test/new"), status: status))
    let new = registry.stub(condition: isPath("/new"), response: .text("there"))
    let loaded = await Loaded.by(
      registry, request("https://a.test/old", "POST", body: "the body"))
    #expect(loaded.text == "there")
    #expect(new.requests.map(\.body) == [status == 307 ? Data("the body".utf8) : nil])
    #expect(loaded.task.violations.isEmpty)
  }
}
