#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Speaks to a task's client, in the form that this platform needs, and lets go of it once.
  ///
  /// The fact: a cancel that is on its way when loading ends calls the client of a task that is
  /// gone, and crashes, unless the protocol has no client any more. So it is taken from the protocol,
  /// and it is here that the client is told of a cancel, too.
  final class LoadingClient {
    /// The instance that speaks to the client; nil after the end.
    private var proto: StubURLProtocol?
    private var client: (any URLProtocolClient)?
    /// What has been handed over so far, for the completion handlers that see only one piece.
    private var pieces = 0
    private var wholeBody = Data()
    private var unchallenged: UnchallengedResponse?

    init(_ proto: StubURLProtocol) {
      self.proto = proto
      client = proto.client
      proto.client = nil
    }

    /// Hands the head of a response over.
    ///
    /// Redirects have been followed before: nobody else could here.
    func receive(_ head: StubResponse.Head, from url: URL, leadingTo redirect: Redirect?) {
      guard let response = Self.response(head, from: url) else { return }
      unchallenged = response as? UnchallengedResponse
      receive(response)
    }

    /// Hands a head over as it is.
    func receive(_ response: URLResponse) {
      guard let proto else { return }
      client?.urlProtocol(proto, didReceive: response, cacheStoragePolicy: .notAllowed)
    }

    /// Hands a piece of the body over, with the body up to its end where somebody has it anyway.
    func load(_ data: Data, bodySoFar: Data?) {
      guard let proto, !data.isEmpty else { return }
      let data = data.basedAtZero
      pieces += 1
      if let bodySoFar {
        wholeBody = bodySoFar
      } else if pieces == 1 {
        wholeBody = data
      } else {
        wholeBody.append(data)
      }
      client?.urlProtocol(proto, didLoad: data)
    }

    /// Says that the body is complete.
    func finish() {
      guard let proto else { return }
      if let unchallenged {
        unchallenged.withoutURL { finish(proto) }
      } else {
        finish(proto)
      }
      end()
    }

    private func finish(_ proto: StubURLProtocol) {
      if pieces > 1 {
        client.map { BodyCarrier.finish(proto, with: wholeBody, over: $0) }
      } else {
        client?.urlProtocolDidFinishLoading(proto)
      }
    }

    /// Says that the request failed.
    func fail(_ error: any Error) {
      guard let proto else { return }
      client?.urlProtocol(proto, didFailWithError: error)
      end()
    }

    /// Lets go of the client, whose task was cancelled.
    func abandon() {
      fail(URLError(.cancelled))
    }

    private func end() {
      (proto, client) = (nil, nil)
    }

    /// A head in the form in which Foundation does not act on it.
    static func response(_ head: StubResponse.Head, from url: URL) -> HTTPURLResponse? {
      if head.status == 401 {
        // One of its own for each request, since it is blind while that finishes.
        return UnchallengedResponse(
          url: url, statusCode: 401, httpVersion: "HTTP/1.1", headerFields: head.headers.dictionary)
      }
      let make = {
        HTTPURLResponse(
          url: url, statusCode: head.status, httpVersion: "HTTP/1.1",
          headerFields: head.headers.dictionary)
      }
      return head.form.map { $0.object(for: url, orMake: make) } ?? make()
    }
  }
#endif
