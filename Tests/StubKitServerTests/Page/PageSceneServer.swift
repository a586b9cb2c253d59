import Foundation
import StubKit
import StubKitServer
import Testing

/// Serves a page to the browser of `.ci/page`, until that asks for the end.
struct PageSceneServer {
  /// Where the addresses of the page, of its server and of its control are written to; nil in other runs.
  static let file = ProcessInfo.processInfo.environment["STUBKIT_PAGE_SCENE"]

  @Test(.enabled(if: file != nil, "only .ci/page looks at it"))
  func `a scene is served until it is over`() async throws {
    let (registry, controls) = (StubRegistry(), StubRegistry())
    registry.logLimit = LogLimit(exchanges: 20_000)
    let (server, control) = (try registry.serve(), try controls.serve())
    let (ending, over) = AsyncStream.makeStream(of: Void.self)
    let scene = PageScene(registry: registry)
    controls.stub(condition: isPOST("/play")) { request in
      let line = String(decoding: request.body ?? Data(), as: UTF8.self)
      try await scene.play(line)
      if line == "away" {
        server.isReachable = false
        registry.removeAll()
        server.isReachable = true
      }
      if line == "stop" { server.stop() }
      if line == "end" { over.finish() }
      return .text("done")
    }
    let addresses = [server.page, server.url, control.url].map(\.absoluteString)
    try Data(addresses.joined(separator: " ").utf8).write(
      to: URL(filePath: #require(Self.file)), options: .atomic)
    for await _ in ending {}
  }
}
