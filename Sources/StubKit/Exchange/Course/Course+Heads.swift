import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The head of a response leads elsewhere, asks for a credential, or is the client's.
extension Course {
  /// Takes a head in; nil if it is the client's and the delivery can go on at once.
  mutating func receive(_ head: StubResponse.Head) -> Need? {
    hop.head = head
    client.keepCookies(of: head, for: hop.request)
    if let next = Redirection.request(
      after: head.status, location: head.headers["Location"], from: hop.request, body: hop.body)
    {
      guard redirects < Redirection.limit else {
        return fail(
          URLError(
            .httpTooManyRedirects,
            "The request was redirected more than \(Redirection.limit) times."))
      }
      let redirect = Redirect(request: next, origin: hop.origin ?? origin)
      return ask(.redirect(redirect, after: head, of: hop.request))
    }
    // What a real server asks for is put to the delegate while the network performs the hop.
    if head.status == 401, !hop.isForwarded, credentials < BasicChallenge.roundLimit,
      let challenge = BasicChallenge(in: head.headers)
    {
      return ask(.challenge(challenge, in: head, of: hop.request, failures: credentials))
    }
    client.hear(head, of: hop.request, leadingTo: nil)
    return nil
  }

  private mutating func ask(_ question: Question) -> Need {
    place = .asking(question)
    return .advice(on: question, within: patience)
  }

  mutating func follow(_ advice: Advice, on question: Question) -> Need {
    switch (advice, question) {
    case (.follow(let next), _):
      redirects += 1
      origin = hop.origin ?? origin
      conclude(as: .redirected)
      client.stopHop()
      return tell(.redirected, to: next.url, then: .follow(next))
    case (.handOver, .redirect(let redirect, let head, _)):
      // Closed before the client can stop the request, which follows the redirect in another.
      conclude(as: .redirected)
      return tell(.redirected, to: redirect.request.url, then: .handOver(redirect, head))
    case (.authorize(let value), _):
      credentials += 1
      conclude(as: .challenged)
      client.stopHop()
      var request = hop.request
      request.setValue(value, forHTTPHeaderField: "Authorization")
      return begin(request, body: hop.body)
    case (.cancel, _):
      return fail(
        URLError(.cancelled, "The delegate cancelled the authentication."), as: .cancelled)
    case (.keep, .redirect(_, let head, _)), (.keep, .challenge(_, let head, _, _)),
      (.handOver, .challenge(_, let head, _, _)):
      client.hear(head, of: hop.request, leadingTo: nil)
      return walkOn()
    }
  }

  /// Leaves a redirect to the loading system, and delivers the response that it belongs to.
  ///
  /// If the redirect is followed, the client stops this request and hears nothing of the response;
  /// if it is refused, the response is the answer. What comes from now on belongs to no exchange.
  mutating func handOver(_ redirect: Redirect, _ head: StubResponse.Head) -> Need {
    hop.decision = nil
    client.hear(head, of: hop.request, leadingTo: redirect)
    return walkOn()
  }
}
