import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The head of a response leads elsewhere, asks for a credential, or is the client's.
extension Course {
  /// Takes a head in; nil if it is the client's and the delivery can go on at once.
  mutating func receive(_ head: StubResponse.Head) -> Need? {
    hop.head = head
    hop.transcript.head = now()
    hop.isNoted = false
    client.keepCookies(of: head, for: hop.request)
    if 300..<400 ~= head.status,
      let next = Redirection.request(
        after: head.status, location: head.headers["Location"], from: hop.requestWithOwnCookies,
        body: hop.body, by: hop.decision?.claim?.stub.redirectRule)
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
      return leave(to: next.url, then: .follow(next))
    case (.handOver, .redirect(let redirect, let head, _)):
      // Before the client can stop the request, which follows the redirect in another.
      return leave(to: redirect.request.url, then: .handOver(redirect, head))
    case (.authorize(let value), _):
      credentials += 1
      conclude(as: .challenged)
      asked = now()
      var request = hop.requestWithOwnCookies
      request.setValue(value, forHTTPHeaderField: "Authorization")
      return begin(request, body: hop.body)
    case (.cancel, _):
      return fail(BasicChallenge.cancellation, as: .cancelled)
    case (.keep, .redirect(_, let head, _)), (.keep, .challenge(_, let head, _, _)),
      (.handOver, .challenge(_, let head, _, _)):
      client.hear(head, of: hop.request, leadingTo: nil)
      return walkOn()
    }
  }

  /// Closes the hop's exchange, which leads elsewhere; what comes from now on belongs to none.
  private mutating func leave(to url: URL?, then afterwards: Afterwards) -> Need {
    conclude(as: .redirected)
    let event = event(.redirected, to: url)
    if case .handOver = afterwards {
      // The rest of the answer may still be the client's.
      client.letGo(of: hop.decision?.claim, and: nil)
      hop.decision = nil
    } else {
      letGo()
    }
    return tell(event, then: afterwards)
  }

  /// Leaves a redirect to the loading system, and delivers the response that it belongs to.
  ///
  /// If the redirect is followed, the client stops this request and hears nothing of the response;
  /// if it is refused, the response is the answer.
  mutating func handOver(_ redirect: Redirect, _ head: StubResponse.Head) -> Need {
    client.hear(head, of: hop.request, leadingTo: redirect)
    return walkOn()
  }
}
