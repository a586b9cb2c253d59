import Foundation
import TestPlaces

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A stub server is asked by plain http, and by names below `.localhost`.
struct LoopbackServers: Experiment {
  let question = "Does a session ask a server of this process by http?"

  func answer() async throws -> String {
    let server = try LoopbackServer { _ in .text("yes") }
    let session = URLSession(configuration: .ephemeral)
    var answers: [String] = []
    for host in ["127.0.0.1", "localhost", "a.localhost"] {
      guard let url = URL(string: "http://\(host):\(server.port)/") else { continue }
      answers.append("\(host): \(await session.ending(of: URLRequest(url: url)))")
    }
    return answers.joined(separator: "; ")
  }
}
