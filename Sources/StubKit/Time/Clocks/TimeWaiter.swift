/// A task that waits for something to be true of a simulated clock.
struct TimeWaiter: Sendable {
  enum Condition: Sendable {
    /// No participant is busy.
    case quiet
    /// At least this many tasks sleep.
    case sleepers(Int)
  }

  let ticket: SimulatedTimeState.Ticket
  let condition: Condition
  /// Resumed with whether the condition came true.
  let continuation: CheckedContinuation<Bool, Never>
}
