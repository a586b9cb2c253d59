import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The least that a `URLProtocol` can do: it answers everything with the same bytes, at once.
///
/// What the path asks for beside that is done in the shortest way there is.
final class FloorProtocol: URLProtocol {
  /// The body of every response, which the stubs give, too.
  static let body = Data(#"{"id":17,"name":"Ada Lovelace","tags":["a","b","c"]}"#.utf8)
  /// The header fields of every response.
  static let fields = ["Content-Type": "application/json", "Content-Length": "\(body.count)"]

  struct NoResponse: Error {}

  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url else { return }
    // Touched by one thread at a time.
    nonisolated(unsafe) let this = self
    switch url.lastPathComponent {
    case "delayed":
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { this.answer(url) }
    case "chunked":
      answer(url, pieces: Feat.pieces)
    case "asynchronous":
      Task { this.answer(await Self.later(url)) }
    case "redirected":
      // The hand-written way on Linux, where a protocol cannot have a redirect followed.
      guard let target = URL(string: "/v1/target", relativeTo: url)?.absoluteURL,
        HTTPURLResponse(
          url: url, statusCode: 302, httpVersion: "HTTP/1.1",
          headerFields: ["Location": "/v1/target"]) != nil
      else { return }
      answer(target)
    default:
      answer(url)
    }
  }

  override func stopLoading() {}

  private static func later(_ url: URL) async -> URL { url }
}

extension FloorProtocol {
  static func response(for url: URL) -> HTTPURLResponse? {
    HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: fields)
  }
}

extension URLProtocol {
  /// Answers with the floor's response, at once.
  func answer(_ url: URL, pieces: Int = 1) {
    if let response = FloorProtocol.response(for: url) {
      answer(with: response, pieces: pieces)
    } else {
      client?.urlProtocol(self, didFailWithError: FloorProtocol.NoResponse())
    }
  }

  func answer(with response: HTTPURLResponse, pieces: Int = 1) {
    guard let client else { return }
    client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    for _ in 0..<pieces { client.urlProtocol(self, didLoad: FloorProtocol.body) }
    client.urlProtocolDidFinishLoading(self)
  }
}
