import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A list of closures behind a `URLProtocol`, the way of most libraries: asked when a session asks
/// whose a request is, and asked again when it is to be answered.
final class ScanProtocol: URLProtocol {
  /// The closures that are asked; set before the session is made that has this protocol.
  nonisolated(unsafe) static var scan = ClosureScan(0, of: Family.all[0])

  override class func canInit(with request: URLRequest) -> Bool { scan.answers(request) }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    if let url = request.url, Self.scan.answers(request) { answer(url) }
  }

  override func stopLoading() {}
}
