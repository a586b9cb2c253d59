import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The least that a `URLProtocol` can do: it answers everything with the same bytes, at once.
final class FloorProtocol: URLProtocol {
  /// The body of every response, which the stubs give, too.
  static let body = Data(#"{"id":17,"name":"Ada Lovelace","tags":["a","b","c"]}"#.utf8)
  /// The header fields of every response.
  static let fields = ["Content-Type": "application/json", "Content-Length": "\(body.count)"]

  private struct NoResponse: Error {}

  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let client else { return }
    guard let url = request.url,
      let response = HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: Self.fields)
    else { return client.urlProtocol(self, didFailWithError: NoResponse()) }
    client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client.urlProtocol(self, didLoad: Self.body)
    client.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
