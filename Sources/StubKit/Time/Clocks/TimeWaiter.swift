/// A task that waits for a condition on a simulated clock.
struct TimeWaiter: Sendable {
  enum Condition: Sendable {
    case quiet
    /// At least this many tasks sleep.
    case sleepers(Int)
  }

  let ticket: SimulatedTimeState.Ticket
  let condition: Condition
  /// Resumed with false if the wait was given up.
  let continuation: CheckedContinuation<Bool, Never>
}
