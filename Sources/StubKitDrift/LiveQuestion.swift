package import StubKit

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// A test's request in the form in which it is sent to the real server.
package struct LiveQuestion: Sendable {
  package let request: URLRequest
  let key: String

  /// Nil if the URL is not HTTP; if a name that stands for a secret would be sent, since the server
  /// does not know it; or, unless `keeps` is true, if the path or the body contains a secret.
  package init?(
    _ request: StubRequest, keepingCredentials keeps: Bool = false,
    without names: SecretFinder = SecretFinder([])
  ) {
    guard var url = request.url, request.isHTTP else { return nil }
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
    let fields = headers.dictionary
    let texts =
      [url.absoluteString] + fields.values
      + [String(decoding: request.body ?? Data(), as: UTF8.self)]
    guard !texts.contains(where: { $0.contains(Redaction.mark) || names.occur(in: $0) }) else {
      return nil
    }
    var copy = URLRequest(url: url)
    copy.httpMethod = request.method.rawValue
    copy.httpBody = request.body
    for (name, value) in fields { copy.setValue(value, forHTTPHeaderField: name) }
    self.request = copy
    let body = request.body.map { $0.base64EncodedString() } ?? ""
    // The answer may depend on any field: on the language, the format, the version, the user.
    let sent = fields.map { "\($0.key.lowercased()): \($0.value)" }.sorted()
    key = ([request.method.rawValue, url.absoluteString, body] + sent).joined(separator: "\n")
  }

  private static func hasNoSecret(_ request: StubRequest, by redactor: inout Redactor) -> Bool {
    guard let body = request.body else { return true }
    return redactor.body(body, type: request.headers["Content-Type"], isRequest: true) == body
  }

  private static func names(_ name: String) -> Bool {
    ["authorization", "proxy-authorization", "cookie"].contains(name.lowercased())
  }

  /// The URL without its credentials and secret query items; nil if its path contains a secret.
  private static func withoutSecrets(_ url: URL, by redactor: inout Redactor) -> URL? {
    let hidden = redactor.address(url.absoluteString)
    if hidden == url.absoluteString { return url }
    guard var own = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let shown = URLComponents(string: hidden), shown.percentEncodedPath == own.percentEncodedPath
    else { return nil }
    let items = own.percentEncodedQueryItems ?? []
    let others = shown.percentEncodedQueryItems ?? []
    guard items.count == others.count else { return nil }
    let kept = zip(items, others).filter { $0 == $1 }.map(\.0)
    own.percentEncodedQueryItems = kept.isEmpty ? nil : kept
    (own.user, own.password) = (nil, nil)
    return own.url
  }
}

extension StubRequest {
  var isHTTP: Bool { url?.scheme?.lowercased().hasPrefix("http") == true }
}

extension SecretFinder {
  fileprivate func occur(in text: String) -> Bool {
    text.withBytes { !matches(in: $0).isEmpty }
  }
}
