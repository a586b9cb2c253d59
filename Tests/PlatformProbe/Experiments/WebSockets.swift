import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A protocol that takes the handshake of a socket breaks it.
struct WebSockets: Experiment {
  let question = "Is a protocol asked about the handshake of a WebSocket?"

  private final class Watching: ProbeProtocol {
    static let notes = Notes()

    override class func canInit(with task: URLSessionTask) -> Bool {
      note("with a \(type(of: task))", task.currentRequest)
    }

    override class func canInit(with request: URLRequest) -> Bool {
      note("with a request", request)
    }

    private static func note(_ kind: String, _ request: URLRequest?) -> Bool {
      let scheme = request?.url?.scheme ?? "no scheme"
      let upgrade = request?.value(forHTTPHeaderField: "Upgrade")
      notes.add("\(kind), \(scheme), \(upgrade.map { "`Upgrade: \($0)`" } ?? "no `Upgrade`")")
      return false
    }
  }

  func answer() async -> String {
    guard let address = URL(string: "ws://probe.invalid/") else { return "there is no address" }
    let session = Watching.session()
    let task = session.webSocketTask(with: address)
    task.resume()
    let isAsked = await Watching.notes.wait(for: 1, atMost: .seconds(2))
    session.invalidateAndCancel()
    return isAsked ? "yes: " + Watching.notes.distinct.joined(separator: "; ") : "no"
  }
}
