import Foundation
import StubKit

extension RedirectRule {
  /// OHHTTPStubs' own: it follows more than `URLSession` does, and keeps the method of most.
  static let ofOlderStubs = RedirectRule(statuses: 301..<400) { request, status in
    switch status {
    case 301, 302, 307, 308:
      for name in fieldsOfOneServer { request.setValue(nil, forHTTPHeaderField: name) }
    default:
      request.httpMethod = "GET"
      request.httpBody = nil
      for name in (request.allHTTPHeaderFields ?? [:]).keys {
        request.setValue(nil, forHTTPHeaderField: name)
      }
    }
  }

  /// The header fields that are left out, also on the way to the same server.
  private static let fieldsOfOneServer = [
    "Authorization", "Connection", "Host", "Proxy-Authenticate", "Proxy-Authorization",
    "WWW-Authenticate",
  ]
}
