import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The one ending: the exchange is closed, those who listen hear of it, and then the client.
extension Course {
  mutating func fail(_ error: any Error, as outcome: StubExchange.Outcome = .failed) -> Need {
    let error: any Error = (error as? URLError)?.failing(hop.request.url) ?? error
    return end(.failed(error), as: outcome)
  }

  mutating func end(_ ending: Ending, as outcome: StubExchange.Outcome) -> Need {
    let error: (any Error)? =
      switch ending {
      case .finished: nil
      case .failed(let error): error
      case .cancelled: URLError(.cancelled).failing(hop.request.url)
      }
    conclude(as: outcome, error: error)
    client.stopHop()
    place = .over(ending)
    guard let event = event(.finished, error: error) else { return say(ending) }
    return .hearing(of: event, within: patience)
  }

  /// Tells the client, which is the last thing that is done.
  mutating func say(_ ending: Ending) -> Need {
    place = .over(nil)
    client.hear(ending)
    return .nothing
  }

  /// Closes the hop's exchange, if it has one that is still open.
  func conclude(as outcome: StubExchange.Outcome, error: (any Error)? = nil) {
    guard let decision = hop.decision else { return }
    registry.conclude(decision.exchange, outcome, response: hop.head, error: error)
    client.hearOutcome(outcome, error: error)
  }
}
