/// Somebody who sleeps on a simulated clock.
struct Sleeper: Sendable {
  let ticket: SimulatedTimeState.Ticket
  let deadline: Duration
  let waking: Waking

  /// What happens to it when it is woken.
  enum Waking: Sendable {
    /// A task runs on.
    case task(CheckedContinuation<Void, any Error>)
    /// Whoever moves the time has a participant begin its next step; the thread it takes is another's.
    case participant(@Sendable () -> Void)
  }

  var isParticipant: Bool {
    if case .participant = waking { true } else { false }
  }
}

extension Sleeper: CustomStringConvertible {
  /// What sleeps, and until when.
  var description: String {
    "\(isParticipant ? "a response" : "a task") until \(deadline) on the clock"
  }
}
