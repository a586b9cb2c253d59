/// A sleeper or an alarm that is due.
enum Resumption: Sendable {
  case sleeper(Sleeper, isCancelled: Bool)
  case waiter(TimeWaiter, isCancelled: Bool)
  case alarm(SimulatedAlarm)

  /// Whether a task is resumed, which may do anything.
  var isOfTask: Bool {
    switch self {
    case .sleeper(let sleeper, _): !sleeper.isParticipant
    case .waiter, .alarm: true
    }
  }

  func resume() {
    switch self {
    case .sleeper(let sleeper, let isCancelled):
      switch sleeper.waking {
      case .task(let continuation) where isCancelled:
        continuation.resume(throwing: CancellationError())
      case .task(let continuation): continuation.resume()
      case .participant(let wake): wake()
      }
    case .alarm(let alarm): alarm.action()
    case .waiter(let waiter, let isCancelled): waiter.continuation.resume(returning: !isCancelled)
    }
  }
}
