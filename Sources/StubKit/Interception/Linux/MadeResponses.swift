#if canImport(FoundationNetworking)
  import Foundation

  /// Responses by URL, reused because making one costs more than the rest of a plain answer.
  enum MadeResponses {
    static let most = 256
    private static let made = Locked<[String: (StubResponse.Head, HTTPURLResponse)]>([:])

    static func response(_ head: StubResponse.Head, from url: URL) -> HTTPURLResponse? {
      // A relative URL is more than its text.
      guard url.baseURL == nil else { return make(head, from: url) }
      let text = url.absoluteString
      if let (known, response) = made.withLock({ $0[text] }), known == head { return response }
      guard let response = make(head, from: url) else { return nil }
      made.withLock { made in
        if made.count >= most { made.removeAll(keepingCapacity: true) }
        made[text] = (head, response)
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
