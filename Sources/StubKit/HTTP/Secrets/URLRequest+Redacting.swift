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
