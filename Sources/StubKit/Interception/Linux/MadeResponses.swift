#if canImport(FoundationNetworking)
  import Foundation

  /// The last responses that clients were given, since making one costs more than the rest of a plain answer.
  ///
  /// Tests ask for the same again and again, and most of them with stubs of their own.
  enum MadeResponses {
    private struct Made {
      let head: StubResponse.Head
      let response: HTTPURLResponse
    }

    static let most = 256
    private static let made = Locked<[String: Made]>([:])

    static func response(_ head: StubResponse.Head, from url: URL) -> HTTPURLResponse? {
      // A relative URL is more than its text.
      guard url.baseURL == nil else { return make(head, from: url) }
      let text = url.absoluteString
      if let known = made.withLock({ $0[text] }), known.head == head { return known.response }
      guard let response = make(head, from: url) else { return nil }
      made.withLock { made in
        if made.count >= most { made.removeAll(keepingCapacity: true) }
        made[text] = Made(head: head, response: response)
      }
      return response
    }

    private static func make(_ head: StubResponse.Head, from url: URL) -> HTTPURLResponse? {
      HTTPURLResponse(
        url: url, statusCode: head.status, httpVersion: "HTTP/1.1",
        headerFields: head.headers.dictionary)
    }
  }
#endif
