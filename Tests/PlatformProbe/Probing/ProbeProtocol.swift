import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A protocol that takes every request of the sessions that name it, and answers it with a text.
class ProbeProtocol: URLProtocol {
  // The loading system uses an instance from one thread or queue at a time.

  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    answer("answer")
  }

  override func stopLoading() {}

  /// Sends a response with a text, in one piece or several.
  func answer(_ pieces: String..., status: Int = 200, headers: [String: String] = [:]) {
    client?.urlProtocol(
      self, didReceive: response(status: status, headers: headers), cacheStoragePolicy: .notAllowed)
    for piece in pieces { client?.urlProtocol(self, didLoad: Data(piece.utf8)) }
    client?.urlProtocolDidFinishLoading(self)
  }

  /// The head of a response to the request.
  func response(status: Int, headers: [String: String] = [:]) -> HTTPURLResponse {
    let response = request.url.flatMap {
      HTTPURLResponse(
        url: $0, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
    }
    guard let response else { fatalError("There is no response to \(request).") }
    return response
  }

  /// A session that asks this class before all others.
  class func session(
    delegate: (any URLSessionDelegate)? = nil,
    _ change: (URLSessionConfiguration) -> Void = { _ in }
  ) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [self]
    change(configuration)
    return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  /// An address that is nobody's, so that no answer can come from the network.
  static func address(_ path: String = "/") -> URL {
    URL(string: "http://probe.invalid" + path) ?? URL(filePath: "/")
  }

  /// A request to that address.
  static func request(_ path: String = "/", _ method: String = "GET") -> URLRequest {
    var request = URLRequest(url: address(path))
    request.httpMethod = method
    return request
  }
}
