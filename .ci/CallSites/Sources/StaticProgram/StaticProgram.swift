// A program with the Swift libraries linked into it. Foundation's own getters are in it then, so
// that the interposed ones yield: only the sessions that name StubKit ask it.

import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@main
enum StaticProgram {
  static func main() async throws {
    let registry = StubRegistry()
    registry.stub(condition: isPath("/hello"), response: .text("hello"))
    guard let url = URL(string: "https://example.com/hello") else { throw URLError(.badURL) }

    let byHand = URLSessionConfiguration.ephemeral
    byHand.protocolClasses = [StubURLProtocol.self]
    stub(condition: isPath("/hello"), response: .text("hello"))

    let sessions = [
      "registry.session": registry.session,
      ".stubbed(by:)": URLSession(configuration: .default.stubbed(by: registry)),
      ".stubbed": URLSession(configuration: .stubbed),
      "protocolClasses": URLSession(configuration: byHand),
    ]
    for (name, session) in sessions.sorted(by: { $0.key < $1.key }) {
      let (data, _) = try await session.data(from: url)
      guard data == Data("hello".utf8) else {
        print("\(name) was not answered by StubKit")
        exit(1)
      }
      print("\(name) works in a statically linked program")
    }
  }
}
