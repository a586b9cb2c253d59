/// A task that sleeps on a simulated clock.
struct Sleeper: Sendable {
  let ticket: SimulatedTimeState.Ticket
  let deadline: Duration
  let isParticipant: Bool
  let continuation: CheckedContinuation<Void, any Error>
}

extension Sleeper: CustomStringConvertible {
  /// What sleeps, and until when.
  var description: String {
    "\(isParticipant ? "a response" : "a task") until \(deadline) on the clock"
  }
}
