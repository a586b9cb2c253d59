import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Begins hops, and finds out who answers them.
extension Course {
  /// Begins a hop by reading the request's body.
  mutating func read(_ request: URLRequest, isOwn: Bool) -> Need {
    asked = now()
    place = .reading(request)
    return .body(of: request, isOwn: isOwn)
  }

  /// Goes on with a hop once its body is known: the task's own request, a redirect, or a new credential.
  mutating func begin(_ request: URLRequest, body: Data?) -> Need {
    client.stopHop()
    letGo()
    hop = Hop(client.dressed(request), madeOf: request, body: body)
    hop.transcript.asked = asked
    place = .deciding
    return .decision(on: hop.request, body: body)
  }

  mutating func act(on decision: Decision) -> Need {
    hop.decision = decision
    switch decision {
    case .claimed(let claim):
      begin(at: claim.time)
      guard reporter != nil || registry.hasReporter, let issue = registry.excess(of: claim) else {
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

  /// Fails a request that no stub matches, with the report as the text of the error.
  mutating func refuse(_ request: StubRequest, _ error: URLError) -> Need {
    tell(event(.unmatched, error: error), then: .refuse(error))
  }

  /// Fails a request that no stub matches, without a report, which took too long.
  mutating func refuseWithoutReport(_ request: StubRequest) -> Need {
    refuse(
      request,
      URLError(
        .resourceUnavailable,
        "No stub matches \(request). The report on it was not ready in the request's time."))
  }

  /// Waits for the handlers of an event, if there are any, and goes on.
  mutating func tell(_ event: StubEvent?, then afterwards: Afterwards) -> Need {
    guard let event else { return go(on: afterwards) }
    place = .telling(then: afterwards)
    return .hearing(of: event, within: patience)
  }

  mutating func go(on afterwards: Afterwards) -> Need {
    switch afterwards {
    case .activate(let claim): tell(event(.activated), then: .respond(to: claim))
    case .respond(let claim): respond(to: claim)
    case .deliver(let answer, let claim): start(answer, of: claim)
    case .forward: forward()
    case .follow(let request): read(request, isOwn: false)
    case .refuse(let error): fail(error, as: .unmatched)
    case .handOver(let redirect, let head): handOver(redirect, head)
    }
  }

  /// An event about the hop; nil without event handlers.
  func event(
    _ kind: StubEvent.Kind, error: (any Error)? = nil, to url: URL? = nil
  ) -> StubEvent? {
    guard !registry.events.isEmpty, let decision = hop.decision else { return nil }
    return StubEvent(
      kind, decision.request, stub: decision.claim?.stub,
      response: hop.head, redirectURL: url, error: error)
  }

  /// How long closures, delegates and the network may take for the hop.
  var patience: Patience { Patience(client.limits(of: hop.request)) }
}
