import Foundation

/// A request as it came over a connection, its body already read.
struct ServerRequest: Sendable, Equatable {
  /// How a request names what it asks for.
  enum Target: Sendable, Equatable {
    /// A path with a query; the `Host` field names the server.
    case path(String)
    /// A whole address, as a client sends it to a proxy.
    case absolute(String)
    /// The server as a whole: `OPTIONS *`.
    case server
    /// A host to be connected with: `CONNECT`.
    case authority(String)
  }

  var method: String
  var target: Target
  var host: String?
  var isVersion10 = false
  /// The fields without those of the connection; repeated ones are joined.
  var fields: [String: String] = [:]
  /// Nil if the body is empty.
  var body: Data?
  /// Whether the client wants to use the connection again.
  var keepsAlive = true
  var wantsUpgrade = false
}
