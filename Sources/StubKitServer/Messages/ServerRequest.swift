import Foundation

struct ServerRequest: Sendable, Equatable {
  enum Target: Sendable, Equatable {
    /// A path, perhaps with a query; the `Host` field names the server.
    case path(String)
    /// A whole address, as a client sends it to a proxy.
    case absolute(String)
    /// The server as a whole: `OPTIONS *`.
    case server
    /// The host and port of a `CONNECT`.
    case authority(String)
  }

  var method: String
  var target: Target
  var host: String?
  var isVersion10 = false
  /// Without `Host` and the fields about the connection; repeated fields are joined.
  var fields: [String: String] = [:]
  /// Nil if the body is empty.
  var body: Data?
  var keepsAlive = true
  var wantsUpgrade = false
}
