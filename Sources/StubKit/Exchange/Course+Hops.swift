import Foundation

extension Course {
  mutating func read(_ request: URLRequest, isOwn: Bool) -> Effect {
    asked = now()
    begun = begun ?? asked
    place = .reading(request)
    return .body(of: request, isOwn: isOwn)
  }

  mutating func begin(_ request: URLRequest, body: Data?) -> Effect {
    client.stopHop()
    letGo()
    let isOwn = redirects == 0 && credentials == 0
    hop = Hop(request: client.dressed(request, isOwn: isOwn), plainRequest: request, body: body)
    hop.transcript.asked = asked
    place = .deciding
    return .decision(on: hop.request, body: body)
  }

  mutating func act(on decision: Decision) -> Effect {
    hop.decision = decision
    switch decision {
    case .claimed(let claim):
      time = claim.time
      guard reporter != nil || registry.reporter != nil, let issue = registry.excess(of: claim)
      else {
        return go(on: .activate(claim))
      }
      place = .telling(then: .activate(claim))
      return .telling(of: issue, to: reporter, within: patience)
    case .refused(let request, let exchange):
      place = .refusing(request)
      return .report(on: request, in: exchange, origin: origin, within: patience)
    case .unsendable(let request, _):
      return fail(URLError.unsendable(request), as: .cannotBeSent)
    case .released:
      return tell(event(.unmatched), then: .forward)
    case .ignored:
      return forward()
    }
  }

  mutating func refuse(_ error: URLError) -> Effect {
    let shown = registry.events.isEmpty ? error : hidingSecrets(error)
    return tell(event(.unmatched, error: shown), then: .refuse(error))
  }

  static func refusalWithoutReport(of request: StubRequest) -> URLError {
    URLError(
      .resourceUnavailable,
      "No stub matches \(request). The report on it was not ready in the request's time.")
  }

  mutating func tell(_ event: StubEvent?, then afterwards: Afterwards) -> Effect {
    guard let event else { return go(on: afterwards) }
    place = .telling(then: afterwards)
    return .hearing(of: event, within: patience)
  }

  mutating func go(on afterwards: Afterwards) -> Effect {
    switch afterwards {
    case .activate(let claim): tell(event(.activated), then: .respond(to: claim))
    case .respond(let claim): respond(to: claim)
    case .deliver(let answer, let claim): start(answer, of: claim)
    case .forward: forward()
    case .follow(let request): read(request, isOwn: false)
    case .refuse(let error): fail(error, as: .unmatched)
    case .handOver(let redirect, let head): handOver(redirect, head)
    case .tell(let event, let afterwards): tell(event, then: afterwards)
    }
  }

  /// Mutating only in name: in a debug build a nonmutating call would copy the whole course.
  mutating func event(
    _ kind: StubEvent.Kind, error: (any Error)? = nil, to url: URL? = nil
  ) -> StubEvent? {
    guard !registry.events.isEmpty, let decision = hop.decision else { return nil }
    return StubEvent(
      kind: kind, request: decision.request, stub: decision.claim?.stub,
      response: hop.head, redirectURL: url, error: error)
  }

  var patience: TimeLimits { client.limits(of: hop.request) }

  /// The limits for this hop's answer, less the simulated time since the request began.
  mutating func timeLimits() -> TimeLimits {
    client.limits(of: hop.request).spending(simulatedTime(since: begun))
  }

  /// The time since `start` on a simulated clock; zero on others: a real clock goes on while a
  /// debugger stops the process, and a user's clock may jump to any alarm that sleeps on it.
  mutating func simulatedTime(since start: Duration?) -> Duration {
    guard registry.rest != nil, let start else { return .zero }
    // The registry may have been reset, or given another clock, since `start`.
    return max(now() - start, .zero)
  }

  /// Takes a head; nil if it was passed to the client, so that the delivery can go on at once.
  mutating func receive(_ head: StubResponse.Head, followedBy body: BodyLength) -> Effect? {
    hop.head = head
    hop.transcript.head = now()
    hop.isNoted = false
    if head.mayLeadOn { client.removeSessionCookies(from: &hop.plainRequest) }
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
    if head.status == 401, credentials < BasicChallenge.roundLimit,
      let challenge = BasicChallenge(in: head.headers)
    {
      return ask(.challenge(challenge, in: head, of: hop.request, failures: failures))
    }
    client.hear(head, followedBy: body, of: hop.request, leadingTo: nil)
    return nil
  }

  private mutating func ask(_ question: Question) -> Effect {
    place = .asking(question)
    return .advice(on: question, within: patience)
  }

  mutating func follow(_ advice: Advice, on question: Question) -> Effect {
    switch (advice, question) {
    case (.follow(let next), _):
      if next.url?.scheme != hop.request.url?.scheme,
        let refusal = Redirection.refusal(of: next.url)
      {
        return fail(refusal)
      }
      redirects += 1
      failures = 0
      origin = hop.origin ?? origin
      return leave(to: next.url, then: .follow(next))
    case (.handOver, .redirect(let redirect, let head, _)):
      // The exchange is closed first: the client may follow the redirect and stop this request.
      return leave(to: redirect.request.url, then: .handOver(redirect, head))
    case (.authorize(let value), _):
      credentials += 1
      failures += 1
      if hop.transcript.isForwarded { return forward(with: value) }
      conclude(as: .challenged)
      asked = now()
      var request = hop.requestWithOwnCookies
      request.setValue(value, forHTTPHeaderField: "Authorization")
      return begin(request, body: hop.body)
    case (.cancel, _):
      // The client itself has not cancelled: a recording is told that a forwarded request failed.
      return fail(
        URLError(.cancelled, "The delegate cancelled the authentication."),
        as: hop.transcript.isForwarded ? .failed : .cancelled)
    case (.keep, .redirect(_, let head, _)), (.keep, .challenge(_, let head, _, _)),
      (.handOver, .challenge(_, let head, _, _)):
      return handOver(nil, head)
    }
  }

  private mutating func leave(to url: URL?, then afterwards: Afterwards) -> Effect {
    conclude(as: .redirected)
    let event = event(.redirected, to: url)
    if case .handOver = afterwards {
      // `walk` stays: a client that refuses the redirect still gets the rest of the answer.
      client.letGo(of: hop.decision?.claim, and: nil)
      hop.decision = nil
    } else {
      letGo()
    }
    guard let effect = judge() else { return tell(event, then: afterwards) }
    place = .telling(then: .tell(event, then: afterwards))
    return effect
  }

  /// Delivers the response of the hop: a redirect, or if `redirect` is nil the final answer.
  ///
  /// A loading system that follows the redirect stops this request and drops the response.
  mutating func handOver(_ redirect: Redirect?, _ head: StubResponse.Head) -> Effect {
    let bodyLength = walk?.bodyLength ?? .unknown
    client.hear(head, followedBy: bodyLength, of: hop.request, leadingTo: redirect)
    return walkOn()
  }
}

extension StubResponse.Head {
  /// Whether another request may follow: to a redirect's target, or with a credential.
  var mayLeadOn: Bool { 300..<400 ~= status || status == 401 }
}
