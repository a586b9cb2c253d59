package import Foundation

/// Makes the next request of a redirect, by the given rule or else as `URLSession` does.
package enum Redirection {
  static let limit = 20

  /// Nil without a redirect or a usable `Location`; pass `request` without its session's cookies.
  package static func request(
    after status: Int, location: String?, from request: URLRequest, body: Data?,
    by rule: RedirectRule? = nil
  ) -> URLRequest? {
    guard rule?.statuses.contains(status) ?? [301, 302, 303, 307, 308].contains(status),
      let location = location?[...].trimmingBlanks, let source = request.url,
      let target = URL(string: location, relativeTo: source)?.absoluteURL
    else { return nil }

    var next = request
    next.url = target
    next.httpBodyStream = nil
    next.httpBody = body
    if let rule {
      rule.adapt(&next, status)
      return next
    }
    if becomesGET(request.httpMethod ?? "GET", after: status) {
      next.httpMethod = "GET"
      next.httpBody = nil
      for name in bodyHeaders { next.setValue(nil, forHTTPHeaderField: name) }
    }
    if origin(of: source) != origin(of: target) {
      for name in credentialHeaders { next.setValue(nil, forHTTPHeaderField: name) }
    }
    return next
  }

  static func refusal(of target: URL?) -> URLError? {
    if let scheme = target?.scheme?.lowercased(), ["http", "https"].contains(scheme) { return nil }
    return URLError(
      .unsupportedURL, "The redirect does not lead to an http or https URL.", url: target)
  }

  private static let bodyHeaders = [
    "Content-Length", "Content-Type", "Content-Encoding", "Content-Language", "Transfer-Encoding",
  ]
  private static let credentialHeaders = [
    "Authorization", "Proxy-Authorization", "Host", "Cookie",
  ]

  private static func becomesGET(_ method: String, after status: Int) -> Bool {
    switch status {
    case 303: method != "HEAD" && method != "GET"
    case 301, 302: method == "POST"
    default: false
    }
  }

  private static func origin(of url: URL) -> (scheme: String?, host: String?, port: Int?) {
    ScannedURL.scanning(url) {
      ($0.schemeString?.lowercased(), $0.host?.lowercased(), $0.port ?? $0.usualPort)
    }
  }
}

struct Redirect: Sendable {
  let request: URLRequest
  let origin: String?
}
