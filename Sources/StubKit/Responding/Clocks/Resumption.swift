/// Whoever's time has come.
enum Resumption: Sendable {
  case sleeper(Sleeper, isCancelled: Bool)
  case waiter(TimeWaiter, isCancelled: Bool)
  case alarm(SimulatedAlarm)

  func resume() {
    switch self {
    case .sleeper(let sleeper, true): sleeper.continuation.resume(throwing: CancellationError())
    case .sleeper(let sleeper, false): sleeper.continuation.resume()
    case .alarm(let alarm): alarm.action()
    case .waiter(let waiter, let isCancelled): waiter.continuation.resume(returning: !isCancelled)
    }
  }
}
