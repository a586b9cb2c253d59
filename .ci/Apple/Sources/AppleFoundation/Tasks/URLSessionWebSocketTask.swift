import Foundation
import FoundationNetworking

/// A task that opens a WebSocket: the double asks the protocols and goes no further.
open class URLSessionWebSocketTask: LocalSessionTask, @unchecked Sendable {
  /// The http request that a WebSocket begins with.
  static func handshake(_ request: URLRequest) -> URLRequest {
    var request = request
    if let url = request.url, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) {
      parts.scheme = parts.scheme?.lowercased() == "wss" ? "https" : "http"
      request.url = parts.url
    }
    request.setValue("Upgrade", forHTTPHeaderField: "Connection")
    request.setValue("websocket", forHTTPHeaderField: "Upgrade")
    request.setValue("13", forHTTPHeaderField: "Sec-WebSocket-Version")
    request.setValue("c3R1YmtpdC1kb3VibGUtMQ==", forHTTPHeaderField: "Sec-WebSocket-Key")
    return request
  }
}
