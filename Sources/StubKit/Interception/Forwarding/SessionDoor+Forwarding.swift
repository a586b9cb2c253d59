import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The network is a door like any other: it is asked for one arrival at a time.
extension SessionDoor {
  /// Has the network perform a hop.
  func forward(
    _ request: URLRequest, body: Data?, within patience: Patience, _ back: WayBack
  ) -> News? {
    let network = NetworkHop(on: context, answeredBy: registry)
    self.network = network
    network.start(request, body: body)
    return awaitArrival(within: patience, back)
  }

  /// Waits for what the network brings next, in real time whatever the clock.
  func awaitArrival(within patience: Patience, _ back: WayBack) -> News? {
    if let news = network?.arrivals.next(back) { return news }
    alarm = Alarm(after: patience, on: ContinuousClock(), back)
    return nil
  }
}
