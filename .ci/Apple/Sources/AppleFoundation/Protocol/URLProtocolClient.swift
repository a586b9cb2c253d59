public import Foundation
public import FoundationNetworking

/// Whom a protocol tells what happens.
public protocol URLProtocolClient: NSObjectProtocol {
  /// The request leads elsewhere.
  func urlProtocol(
    _ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse)

  /// A cached response will do.
  func urlProtocol(
    _ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse)

  /// The head of the response has come.
  func urlProtocol(
    _ protocol: URLProtocol, didReceive response: URLResponse,
    cacheStoragePolicy policy: URLCache.StoragePolicy)

  /// A piece of the body has come.
  func urlProtocol(_ protocol: URLProtocol, didLoad data: Data)

  /// The body is complete.
  func urlProtocolDidFinishLoading(_ protocol: URLProtocol)

  /// The request has failed.
  func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error)

  /// Somebody has to prove who they are.
  func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge)

  /// Nobody has to prove who they are any more.
  func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge)
}
