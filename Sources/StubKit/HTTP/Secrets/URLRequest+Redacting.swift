import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// Returns the request for another address.
  func with(_ url: URL?) -> URLRequest {
    var request = self
    // A malformed address cannot be shown.
    request.url = url ?? URL(string: Redaction.mark)
    return request
  }

  /// Returns the request with other fields.
  func with(_ headers: StubHeaders) -> URLRequest {
    var request = URLRequest(url: url ?? URL(fileURLWithPath: "/"))
    request.url = url
    request.httpMethod = httpMethod
    for (name, value) in headers.dictionary { request.setValue(value, forHTTPHeaderField: name) }
    return request
  }
}
