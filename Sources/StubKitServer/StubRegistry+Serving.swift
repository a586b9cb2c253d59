import Foundation
public import StubKit

extension StubRegistry {
  /// Starts a server whose requests this registry answers.
  ///
  /// ```swift
  /// let server = try registry.serve()
  /// let (file, _) = try await URLSession.shared.download(from: server.url(for: film))
  /// ```
  /// The server ends with the scope of the registry, with `reset()` or with `stop()`.
  ///
  /// - Parameters:
  ///   - port: The server's own port; 0 for any free port.
  ///   - keepsAlive: Whether a client may send further requests on the same connection.
  ///   - unmatchedStatus: The status of the answer to a request that no stub matches.
  ///   - bodyLimit: The largest number of bytes that the body of a request may have.
  /// - Throws: `StubServerError` if the server cannot be started, such as on a port that is taken.
  public func serve(
    port: Int = 0, keepsAlive: Bool = true, unmatchedStatus: Int = 501, bodyLimit: Int = 64 << 20
  ) throws -> StubServer {
    guard !isDirected else { throw StubServerError.inExploration }
    guard ScopeDirectory.begin(of: self) == nil || ScopeDirectory.isOpen(self) else {
      throw StubServerError.afterScope
    }
    let settings = ServerSettings(
      keepsAlive: keepsAlive, unmatchedStatus: unmatchedStatus, bodyLimit: bodyLimit)
    let core = try ServerCore(self, port: port, settings: settings)
    associatedObjects.object(Servers.self) { Servers() }.add(core)
    return StubServer(core)
  }
}

/// Starts a server that answers from the stubs of the surrounding scope, or of `.shared`.
///
/// ```swift
/// let server = try serveStubs()
/// process.environment = server.proxyEnvironment
/// ```
/// The parameters are those of `StubRegistry.serve()`.
public func serveStubs(
  port: Int = 0, keepsAlive: Bool = true, unmatchedStatus: Int = 501, bodyLimit: Int = 64 << 20
) throws -> StubServer {
  try StubRegistry.current.serve(
    port: port, keepsAlive: keepsAlive, unmatchedStatus: unmatchedStatus, bodyLimit: bodyLimit)
}
