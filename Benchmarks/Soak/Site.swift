import Foundation
import StubKit
import TestPlaces

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The stubs for every kind of request, and the requests.
struct Site: Sendable {
  let server: LoopbackServer
  let gates: Gates
  /// A folder of this run.
  let folder: URL
  private let file: URL

  init() throws {
    server = try LoopbackServer.forSoak()
    gates = Gates()
    folder = FileManager.default.temporaryDirectory.appending(path: "soak-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = folder.appending(path: "answer.bin")
    try Bodies.file.write(to: file)
  }

  /// Registers what answers every kind of request but those that nothing answers.
  func register(in registry: StubRegistry) {
    func stub(_ kind: Kind, _ response: StubResponse) {
      registry.stub(condition: Self.condition(kind), response: response)
    }
    func stub(_ kind: Kind, _ responder: @escaping @Sendable (StubRequest) throws -> StubResponse) {
      registry.stub(condition: Self.condition(kind), response: responder)
    }
    let value = StubResponse.data(Bodies.value)
    stub(.value, value)
    stub(.json, .json(["id": 7, "tags": ["a", "b"]] as StubJSON, status: 201))
    stub(.file, .file(file))
    stub(.empty, .status(204))
    stub(
      .delayed, .data(Bodies.delayed).delayed(by: .milliseconds(3), jitter: .milliseconds(2)))
    stub(.chunked, .data(Bodies.chunked).chunked(every: .microseconds(300), size: 1_500))
    stub(.dropped, .data(Bodies.dropped).dropping(afterBytes: Bodies.droppedAfter))
    stub(.failing, .failure(.notConnectedToInternet))
    stub(.hang, .hang)
    stub(.timedOut, .hang)
    stub(.syncClosure) { .data($0.body ?? Data()) }
    stub(.throwing) { throw SoakError(number: Self.number(of: $0)) }
    stub(.redirect, .redirect(to: Self.url("/value/0")))
    stub(.refused, .redirect(to: Self.url("/value/0")))
    stub(.challenged, .status(401, headers: ["WWW-Authenticate": "Basic realm=\"soak\""]))
    registry.stub(
      condition: Self.condition(.challenged) && hasBasicAuth(user: "ada", password: "secret"),
      response: value)
    registry.stub(condition: Self.condition(.asyncClosure)) { request async in
      await Task.yield()
      return .data(request.body ?? Data())
    }
    registry.stub(condition: Self.condition(.suspended)) { [gates] request async in
      await gates.passed(Self.number(of: request))
      return value
    }
    stub(
      .source,
      .stream {
        AsyncStream { continuation in
          for piece in Bodies.source { continuation.yield(piece) }
          continuation.finish()
        }
      })
    // Two ways out: an answer that says so, and a closure for whose sake the request was taken.
    registry.stub(
      condition: isHost("127.0.0.1") && pathStartsWith("/forwardedS"), response: .passThrough)
    registry.stub(
      condition: isHost("127.0.0.1") && satisfies("never") { _ in false }, response: value)
  }

  /// What a registry lets out: the server on loopback, and nothing else.
  static let policy = UnmatchedPolicy.fail(except: isHost("127.0.0.1"))

  /// A request of one kind.
  func request(_ kind: Kind, number: Int) -> URLRequest {
    let path = "/\(kind.rawValue)/\(number)"
    var request = URLRequest(
      url: Kind.onLoopback.contains(kind) ? server.address(path) : Self.url(path))
    request.timeoutInterval = kind == .timedOut ? 0.01 : 60
    if kind.isEcho {
      request.httpMethod = "POST"
      request.httpBody = Bodies.echo(number)
    }
    return request
  }

  private static func condition(_ kind: Kind) -> RequestMatcher {
    isHost("soak.test") && isPathTemplate(kind.template)
  }

  private static func number(of request: StubRequest) -> Int {
    request.pathParameters["number"].flatMap { Int($0) } ?? -1
  }

  private static func url(_ path: String) -> URL {
    URL(string: "http://soak.test\(path)") ?? URL(filePath: path)
  }
}
