import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// A request of the same method and fields for another address.
  func with(_ url: URL?) -> URLRequest {
    var request = self
    // A text that is no address cannot be shown as one.
    request.url = url ?? URL(string: Redaction.mark)
    return request
  }

  /// The same request with other fields.
  func with(_ headers: StubHeaders) -> URLRequest {
    var request = URLRequest(url: url ?? URL(fileURLWithPath: "/"))
    request.url = url
    request.httpMethod = httpMethod
    for (name, value) in headers.dictionary { request.setValue(value, forHTTPHeaderField: name) }
    return request
  }
}

extension URLError {
  /// The same error, whose address says no secret.
  func hidingSecrets(of request: URLRequest, by secrecy: Secrecy) -> URLError {
    guard let url = errorUserInfo[NSURLErrorFailingURLErrorKey] as? URL, !secrecy.showsSecrets
    else { return self }
    // What the request itself gives away is enough: the client waits for the error.
    var redactor = Redactor(secrecy.redaction)
    _ = redactor.headers(StubHeaders(request.allHTTPHeaderFields ?? [:]))
    let text = url.absoluteString
    let redacted = redactor.address(text)
    let shown = redactor.cleaner?.clean(address: redacted) ?? redacted
    guard shown != text, let shownURL = URL(string: shown) else { return self }
    return naming(shownURL)
  }
}
