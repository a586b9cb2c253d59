import Foundation
import StubKit

extension RedirectRule {
  /// The rule of OHHTTPStubs: 301 to 399 redirect; of these, 301, 302, 307 and 308 keep the method.
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

  /// OHHTTPStubs leaves out these fields even if the redirect leads to the same server.
  private static let fieldsOfOneServer = [
    "Authorization", "Connection", "Host", "Proxy-Authenticate", "Proxy-Authorization",
    "WWW-Authenticate",
  ]
}
