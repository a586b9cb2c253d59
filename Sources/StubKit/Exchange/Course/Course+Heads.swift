import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Handles the head of a response: a redirect, a challenge, or the client's response.
extension Course {
  /// Receives a head; nil if it was passed to the client and the delivery can go on at once.
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
    // The private session of a forwarded hop has already asked the delegate.
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
      // Closed first: the client may follow the redirect by another request and stop this one.
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

  /// Closes the hop's exchange before another hop begins; later input belongs to no exchange.
  private mutating func leave(to url: URL?, then afterwards: Afterwards) -> Need {
    conclude(as: .redirected)
    let event = event(.redirected, to: url)
    if case .handOver = afterwards {
      // The client still gets the rest of the answer if it refuses the redirect.
      client.letGo(of: hop.decision?.claim, and: nil)
      hop.decision = nil
    } else {
      letGo()
    }
    return tell(event, then: afterwards)
  }

  /// Leaves a redirect to the loading system, and delivers its response meanwhile.
  ///
  /// If the loading system follows the redirect, it stops this request and drops the response; if
  /// the delegate refuses the redirect, the response is the answer.
  mutating func handOver(_ redirect: Redirect, _ head: StubResponse.Head) -> Need {
    client.hear(head, of: hop.request, leadingTo: redirect)
    return walkOn()
  }
}
