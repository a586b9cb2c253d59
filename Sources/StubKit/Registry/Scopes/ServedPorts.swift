import Foundation

/// The loopback ports of this process's servers, which sessions ask over the network.
package enum ServedPorts {
  private static let ports = Locked<Set<Int>>([])

  package static func add(_ port: Int) {
    ProcessUse.note(.servers)
    ports.withLock { _ = $0.insert(port) }
  }

  package static func remove(_ port: Int) { ports.withLock { _ = $0.remove(port) } }

  static func contain(_ url: @autoclosure () -> URL?) -> Bool {
    mayContain && ScannedURL.scanning(url(), contain)
  }

  static var mayContain: Bool { ProcessUse.soFar.contains(.servers) }

  static func contain(_ url: ScannedURL) -> Bool {
    guard mayContain, let port = url.port, ports.withLock({ $0.contains(port) }) else {
      return false
    }
    let host = url.host ?? ""
    return ["127.0.0.1", "::1", "localhost"].contains(host) || host.hasSuffix(".localhost")
  }
}
