import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The one ending: the exchange is closed, the test is told, those who listen hear of it, and then
/// the client.
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

  /// An error that names the request's address, as far as that may be said.
  ///
  /// A test that fails for an error prints all that is in it.
  private func hidingSecrets(_ error: URLError) -> URLError {
    registry.discretion.shown(error.failing(hop.request.url), of: hop.request)
  }

  /// Tells the client, once an event has been heard; it is the last thing that is done.
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

  /// Lets go of the hop's claim and of what its answer has left: a user's objects may end with either.
  mutating func letGo() {
    client.letGo(of: hop.decision?.claim, and: walk)
    hop.decision = nil
    walk = nil
  }

  /// Closes the hop's exchange, if it has one that is still open, and returns what is wrong with it.
  @discardableResult
  func conclude(as outcome: StubExchange.Outcome, error: (any Error)? = nil) -> StubIssue? {
    guard let decision = hop.decision else { return nil }
    let issue = registry.conclude(
      decision.exchange, outcome, response: hop.head, error: error, transcript: hop.transcript)
    client.hearOutcome(outcome, error: error)
    return issue
  }
}
