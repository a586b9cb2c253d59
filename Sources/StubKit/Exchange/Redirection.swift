package import Foundation

/// How a redirect becomes the next request, by the rules of `URLSession`.
package enum Redirection {
  static let limit = 20

  /// Nil if the response is no redirect; `request` is passed without the cookies of its session.
  package static func request(
    after status: Int, location: String?, from request: URLRequest, body: Data?,
    by rule: RedirectRule? = nil
  ) -> URLRequest? {
    guard rule?.statuses.contains(status) ?? [301, 302, 303, 307, 308].contains(status),
      let location, let origin = request.url,
      let target = URL(string: location, relativeTo: origin)?.absoluteURL
    else { return nil }

    var next = request
    next.url = target
    next.httpBodyStream = nil
    next.httpBody = body
    if let rule {
      rule.adapt(&next, status)
    } else if becomesGET(request.httpMethod ?? "GET", after: status) {
      next.httpMethod = "GET"
      next.httpBody = nil
      for name in bodyHeaders { next.setValue(nil, forHTTPHeaderField: name) }
    }
    if rule == nil, !isSameOrigin(origin, target) {
      for name in credentialHeaders { next.setValue(nil, forHTTPHeaderField: name) }
    }
    return next
  }

  /// The error of a redirect to another scheme, such as `file`; nil for http and https.
  static func refusal(of target: URL?) -> URLError? {
    if let scheme = target?.scheme?.lowercased(), ["http", "https"].contains(scheme) { return nil }
    return URLError(.unsupportedURL, "The redirect does not lead to an http or https URL.")
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

  private static func isSameOrigin(_ lhs: URL, _ rhs: URL) -> Bool {
    lhs.scheme?.lowercased() == rhs.scheme?.lowercased()
      && lhs.host?.lowercased() == rhs.host?.lowercased() && port(of: lhs) == port(of: rhs)
  }

  private static func port(of url: URL) -> Int? {
    switch url.scheme?.lowercased() {
    case "http": url.port ?? 80
    case "https": url.port ?? 443
    default: url.port
    }
  }
}

struct Redirect: Sendable {
  let request: URLRequest
  let origin: String?
}
