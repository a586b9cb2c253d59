import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Ends the request: closes the exchange, tells the test, then the event handlers, then the client.
extension Course {
  mutating func fail(_ error: any Error, as outcome: StubExchange.Outcome = .failed) -> Need {
    let error: any Error = (error as? URLError).map(hidingSecrets) ?? error
    return end(.failed(error), as: outcome)
  }

  mutating func end(_ ending: Ending, as outcome: StubExchange.Outcome) -> Need {
    let error: (any Error)? =
      switch ending {
      case .finished: nil
      case .failed(let error): error
      case .cancelled: hidingSecrets(URLError(.cancelled))
      }
    let issue = conclude(as: outcome, error: error)
    client.stopHop()
    let event = event(.finished, error: error)
    guard let issue, reporter != nil || registry.hasReporter else {
      return say(ending, after: event)
    }
    place = .ending(ending, event)
    return .telling(of: issue, to: reporter, within: patience)
  }

  /// The error with the request's URL in it, without secrets.
  ///
  /// A test that throws the error prints all of its user info.
  private func hidingSecrets(_ error: URLError) -> URLError {
    registry.discretion.shown(error.failing(hop.request.url), of: hop.request)
  }

  /// Tells the client, after the event handlers; nothing happens to the request after that.
  mutating func say(_ ending: Ending, after event: StubEvent?) -> Need {
    if let event {
      place = .ending(ending, nil)
      return .hearing(of: event, within: patience)
    }
    place = .over
    client.hear(ending)
    letGo()
    return .nothing
  }

  /// Releases the claim and the rest of the answer; deinits of a user's objects may run.
  mutating func letGo() {
    client.letGo(of: hop.decision?.claim, and: walk)
    hop.decision = nil
    walk = nil
  }

  /// Closes the hop's exchange, if one is open, and returns the issue it has.
  @discardableResult
  func conclude(as outcome: StubExchange.Outcome, error: (any Error)? = nil) -> StubIssue? {
    guard let decision = hop.decision else { return nil }
    let issue = registry.conclude(
      decision.exchange, outcome, response: hop.head, error: error, transcript: hop.transcript)
    client.hearOutcome(outcome, error: error)
    return issue
  }
}
