public import Foundation
public import StubKit

/// A loopback HTTP server with a registry's stubs, for clients that StubKit does not intercept.
///
/// ```swift
/// let server = try serveStubs()
/// stub(condition: isHost("api.shop.com") && isPath("/basket"), response: .json(["items": []]))
/// app.launchEnvironment["API_URL"] = server.url(for: "https://api.shop.com").absoluteString
/// ```
/// The server answers with the delays and faults of the registry's stubs, and its requests are in
/// the registry's log, reports and counts. It runs until it is stopped, its scope ends or its
/// registry is reset, even if the test drops this value. Only this machine can reach the server.
public final class StubServer: Sendable {
  /// The address of the server itself: `http://127.0.0.1:49152`.
  public let url: URL
  /// The server's own port.
  public let port: Int
  /// The address of a page that shows the requests and answers while the test runs.
  public let page: URL

  private let core: ServerCore

  init(_ core: ServerCore) {
    self.core = core
    port = core.port
    url = core.url
    page = core.url.appending(path: core.page.path)
  }

  /// The registry whose stubs answer.
  public var registry: StubRegistry { core.registry }

  /// Returns the address at which this server answers for another server's address.
  ///
  /// ```swift
  /// server.url(for: "https://api.shop.com/v2")  // http://127.0.0.1:49153/v2
  /// ```
  /// Stubs see a request to the returned address as a request to the given one, with its scheme,
  /// host and port. Each origin has a port of its own, and keeps it. A path such as `/users` stands
  /// for an address of this server itself.
  public func url(for address: String) -> URL {
    core.url(for: address)
  }

  /// Returns the address at which this server answers for another server's address.
  public func url(for address: URL) -> URL {
    core.url(for: address.absoluteString)
  }

  /// The environment of this process, with this server as the proxy for a subprocess.
  ///
  /// ```swift
  /// process.environment = server.proxyEnvironment
  /// ```
  /// The proxy works for http addresses; a request by https fails with a sentence that says why.
  public var proxyEnvironment: [String: String] {
    var environment = ProcessInfo.processInfo.environment
    for name in ["http_proxy", "https_proxy", "all_proxy"] {
      environment[name] = url.absoluteString
      environment[name.uppercased()] = url.absoluteString
    }
    for name in ["no_proxy", "NO_PROXY"] { environment[name] = "" }
    return environment
  }

  /// Whether clients can connect; if not, every port of the server refuses them.
  ///
  /// Open connections end when the value becomes false; the server comes back on the same ports.
  /// While the network of the registry is offline, clients cannot connect either.
  public var isReachable: Bool {
    get { core.isReachable }
    set { core.isReachable = newValue }
  }

  /// Ends the server: it closes its ports, and every client that still waits loses its connection.
  ///
  /// When this method returns, nothing of the server is running. A second call does nothing.
  public func stop() {
    core.stop()
  }
}
