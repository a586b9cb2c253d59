import Foundation
import StubKit

extension RedirectRule {
  /// The rule of OHHTTPStubs: it follows more redirects than `URLSession`, and keeps most methods.
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

  /// The header fields that are left out, even if the redirect leads to the same server.
  private static let fieldsOfOneServer = [
    "Authorization", "Connection", "Host", "Proxy-Authenticate", "Proxy-Authorization",
    "WWW-Authenticate",
  ]
}
