import Foundation
import StubKit
import Testing

@testable import StubKitServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Serves a page to the browser of `.ci/page`, until that asks for the end.
struct PageSceneServer {
  /// Where the address of the page is written to; nil in other runs of the tests.
  static let file = ProcessInfo.processInfo.environment["STUBKIT_PAGE_SCENE"]

  @Test(.enabled(if: file != nil, "only .ci/page looks at it"))
  func `a scene is served until it is over`() async throws {
    let registry = StubRegistry()
    registry.logLimit = LogLimit(exchanges: 20_000)
    let (ending, over) = AsyncStream.makeStream(of: Void.self)
    let owner = SceneOwner(registry) { over.finish() }
    let loop = try makeServingLoop()
    let listener = try Listener(on: loop, owner: owner)
    let address = "http://127.0.0.1:\(listener.port)"
    try Data("\(address)\(owner.page.path) \(address)\n".utf8).write(
      to: URL(filePath: #require(Self.file)), options: .atomic)
    for await _ in ending {}
    owner.page.end()
    loop.perform { listener.close() }
    loop.stop()
  }
}

/// Answers with the page, plays what it is told, and asks the registry for everything else.
private final class SceneOwner: ConnectionOwner {
  let limits = RequestLimits()
  let page: LivePage
  private let registry: StubRegistry
  private let scene: PageScene
  private let end: @Sendable () -> Void

  init(_ registry: StubRegistry, end: @escaping @Sendable () -> Void) {
    page = LivePage(of: registry, token: LivePage.makeToken(), title: "PageScene.swift")
    (self.registry, scene, self.end) = (registry, PageScene(registry: registry), end)
  }

  func answer(_ request: ServerRequest, on connection: Connection) -> any ServedExchange {
    if let exchange = page.answer(request, on: connection) { return exchange }
    Task {
      guard case .path(let target) = request.target else { return }
      if target == "/play" {
        let line = String(decoding: request.body ?? Data(), as: UTF8.self)
        try await scene.play(line)
        connection.perform { connection.answer("done") }
        if line == "stop" { end() }
      } else {
        let (data, response) = await ask(target, request)
        connection.perform {
          connection.send(
            status: (response as? HTTPURLResponse)?.statusCode ?? 501, fields: [:],
            length: .exactly(data.count))
          connection.send(data)
          connection.finish()
        }
      }
    }
    return Played()
  }

  private func ask(_ target: String, _ request: ServerRequest) async -> (Data, URLResponse?) {
    guard let url = URL(string: "http://\(request.host ?? "")\(target)") else {
      return (Data(), nil)
    }
    var asked = URLRequest(url: url)
    for (name, value) in request.fields { asked.setValue(value, forHTTPHeaderField: name) }
    return (try? await registry.session.data(for: asked)) ?? (Data(), nil)
  }

  func note(_ refusal: Refusal, on connection: Connection) { page.note(refusal.sentence) }
  func noteNoDescriptorLeft() {}

  private final class Played: ServedExchange {
    func cancel() {}
    func pause() {}
    func resume() {}
  }
}
