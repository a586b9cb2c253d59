#if canImport(ObjectiveC)
  import Foundation

  final class LoadingClient {
    private var proto: StubURLProtocol?

    init(_ proto: StubURLProtocol) { self.proto = proto }

    /// If the delegate refuses the redirect, this response is the answer.
    func receive(_ head: StubResponse.Head, from url: URL, leadingTo redirect: Redirect?) {
      guard let proto, let response = HTTPURLResponse(head, from: url) else { return }
      if let redirect {
        if let task = proto.task { TaskMark.of(task).noteRedirect(from: redirect.origin) }
        proto.client?.urlProtocol(
          proto, wasRedirectedTo: redirect.request, redirectResponse: response)
      }
      receive(response)
    }

    func receive(_ response: URLResponse) {
      guard let proto else { return }
      proto.client?.urlProtocol(proto, didReceive: response, cacheStoragePolicy: .notAllowed)
    }

    func load(_ data: Data, bodySoFar: Data?) {
      guard let proto, !data.isEmpty else { return }
      proto.client?.urlProtocol(proto, didLoad: data.basedAtZero)
    }

    func finish() {
      guard let proto else { return }
      proto.client?.urlProtocolDidFinishLoading(proto)
      self.proto = nil
    }

    func fail(_ error: any Error) {
      guard let proto else { return }
      proto.client?.urlProtocol(proto, didFailWithError: error)
      self.proto = nil
    }

    /// Releases the protocol, whose client already knows that the task was cancelled.
    func abandon(with error: URLError) { proto = nil }
  }
#endif
