/// An action at a moment of a simulated clock, for which alone the clock does not move.
struct SimulatedAlarm: Sendable {
  let ticket: SimulatedTimeState.Ticket
  let deadline: Duration
  /// Runs while one more participant counts as busy; the action has to call `end()`.
  let action: @Sendable () -> Void
}
