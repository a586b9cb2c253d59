import Foundation
import TestPlaces

extension LoopbackServer {
  /// A server that answers by the first part of a path.
  static func forSoak() throws -> LoopbackServer {
    try LoopbackServer(threads: 32, isLogging: false) { request in
      let parts = request.target.split(separator: "/")
      let kind = parts.first.flatMap { Kind(rawValue: String($0)) }
      let number = parts.last.flatMap { Int($0) } ?? 0
      var response = Response(
        headers: ["Content-Type: application/octet-stream"],
        body: kind == .forwardedEcho ? request.body : Bodies.served(number))
      switch kind {
      case .forwardedRedirect where parts.count < 4:
        // Twice on, by a path that grows: /kind/n, /kind/on/n, /kind/on/on/n.
        let next = "/forwardedRedirect/" + String(repeating: "on/", count: parts.count - 1)
        response = Response(status: 302, headers: ["Location: \(next)\(number)"])
      case .forwardedSlow: response.pause = .milliseconds(number % 8)
      case .forwardedDrop: response.breaksOff = true
      default: break
      }
      return response
    }
  }

  func address(_ path: String) -> URL { URL(string: url(path)) ?? URL(filePath: path) }
}
