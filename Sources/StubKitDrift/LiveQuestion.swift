package import StubKit

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// A test's request as the real server gets it, by default without the test's credentials.
package struct LiveQuestion: Sendable {
  package let request: URLRequest
  /// A text that is equal only for equal questions.
  let key: String

  /// - Returns: Nil if the path or the body contains something that reports hide.
  package init?(_ request: StubRequest, keepingCredentials keeps: Bool = false) {
    guard var url = request.url, url.scheme?.lowercased().hasPrefix("http") == true else {
      return nil
    }
    var headers = request.headers
    if !keeps {
      var redactor = Redactor(.standard)
      let hidden = redactor.headers(headers).dictionary
      for (name, value) in headers.dictionary where hidden[name] != value || Self.names(name) {
        headers.remove(name)
      }
      guard let own = Self.withoutSecrets(url, by: &redactor),
        Self.hasNoSecret(request, by: &redactor)
      else { return nil }
      url = own
    }
    // The mark that replaces a secret in a recording means nothing to the server.
    guard !url.absoluteString.contains(Redaction.mark) else { return nil }
    var copy = URLRequest(url: url)
    copy.httpMethod = request.method.rawValue
    copy.httpBody = request.body
    for (name, value) in headers.dictionary { copy.setValue(value, forHTTPHeaderField: name) }
    self.request = copy
    let body = request.body.map { $0.base64EncodedString() } ?? ""
    // A server may answer at one address in several languages and formats.
    let wanted = ["Accept", "Accept-Language", "Content-Type"].map { headers[$0] ?? "" }
    key = ([request.method.rawValue, url.absoluteString, body] + wanted).joined(separator: "\n")
  }

  private static func hasNoSecret(_ request: StubRequest, by redactor: inout Redactor) -> Bool {
    guard let body = request.body else { return true }
    return redactor.body(body, type: request.headers["Content-Type"], isRequest: true) == body
  }

  private static func names(_ name: String) -> Bool {
    ["authorization", "proxy-authorization", "cookie"].contains(name.lowercased())
  }

  /// The address without the query items that are secrets; nil if there is a secret anywhere else.
  private static func withoutSecrets(_ url: URL, by redactor: inout Redactor) -> URL? {
    let hidden = redactor.address(url.absoluteString)
    if hidden == url.absoluteString { return url }
    guard var own = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let shown = URLComponents(string: hidden), shown.percentEncodedPath == own.percentEncodedPath,
      let items = own.percentEncodedQueryItems, let others = shown.percentEncodedQueryItems,
      items.count == others.count
    else { return nil }
    let kept = zip(items, others).filter { $0 == $1 }.map(\.0)
    own.percentEncodedQueryItems = kept.isEmpty ? nil : kept
    (own.user, own.password) = (nil, nil)
    return own.url
  }
}
