import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The protocol class used without a session, as a test of protocols might.
@Suite(.onlyOnLinux("on Apple's platforms a protocol answers any client"))
struct ProtocolByHandTests {
  /// A client that remembers how it ended.
  private final class HandClient: NSObject, URLProtocolClient, @unchecked Sendable {
    // Unchecked: one thread uses it.
    var errors: [any Error] = []

    func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error) {
      errors.append(error)
    }

    func urlProtocol(
      _ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse
    ) {}
    func urlProtocol(_ protocol: URLProtocol, cachedResponseIsValid response: CachedURLResponse) {}
    func urlProtocol(
      _ protocol: URLProtocol, didReceive response: URLResponse,
      cacheStoragePolicy policy: URLCache.StoragePolicy
    ) {}
    func urlProtocol(_ protocol: URLProtocol, didLoad data: Data) {}
    func urlProtocolDidFinishLoading(_ protocol: URLProtocol) {}
    func urlProtocol(
      _ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge
    ) {}
    func urlProtocol(
      _ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge
    ) {}
  }

  @Test func `a protocol that was made without a task says so`() {
    let client = HandClient()
    let loading = StubURLProtocol(
      request: URLRequest(url: url("http://hand.test/")), cachedResponse: nil, client: client)
    loading.startLoading()
    loading.stopLoading()
    let error = client.errors.first as? URLError
    #expect(client.errors.count == 1)
    #expect(error?.failingURL == url("http://hand.test/"))
    #expect(error?.localizedDescription.contains("was made without a task") == true)
  }

  @Test func `a protocol that was made without a task and a client does nothing`() {
    let loading = StubURLProtocol(
      request: URLRequest(url: url("http://hand.test/")), cachedResponse: nil, client: nil)
    loading.startLoading()
    loading.stopLoading()
  }
}
