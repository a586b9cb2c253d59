/// Something that is to be done when the time has come, and that the time does not move for.
struct SimulatedAlarm: Sendable {
  let ticket: SimulatedTimeState.Ticket
  let deadline: Duration
  /// Done with one participant more at work, which takes leave when it is through.
  let action: @Sendable () -> Void
}
