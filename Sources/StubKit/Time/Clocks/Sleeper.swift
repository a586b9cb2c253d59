/// A task or a participant that sleeps on a simulated clock.
struct Sleeper: Sendable {
  let ticket: SimulatedTimeState.Ticket
  let deadline: Duration
  let waking: Waking

  enum Waking: Sendable {
    case task(CheckedContinuation<Void, any Error>)
    /// Called on the thread that moves the clock; the participant's next step runs elsewhere.
    case participant(@Sendable () -> Void)
  }

  var isParticipant: Bool {
    if case .participant = waking { true } else { false }
  }
}

extension Sleeper: CustomStringConvertible {
  /// The sleeper and its deadline, in words.
  var description: String {
    "\(isParticipant ? "a response" : "a task") until \(deadline) on the clock"
  }
}
