import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Needs that the network meets: it is asked for one arrival at a time.
extension SessionDoor {
  func forward(
    _ request: URLRequest, body: Data?, within patience: Patience, _ back: WayBack
  ) -> News? {
    let network = NetworkHop(on: context, answeredBy: registry)
    self.network = network
    network.start(request, body: body)
    return awaitArrival(within: patience, back)
  }

  /// Waits for the next arrival, in real time whatever the clock.
  func awaitArrival(within patience: Patience, _ back: WayBack) -> News? {
    if let news = network?.arrivals.next(back) { return news }
    alarm = Alarm(after: patience, on: ContinuousClock(), back)
    return nil
  }
}
