/// A participant's sleep on a simulated clock, which can be stopped.
struct SimulatedSleep: Sendable {
  let time: SimulatedTime
  let ticket: SimulatedTimeState.Ticket

  /// Stops the sleep before its deadline, without waking the participant.
  func stop() {
    time.endSleep(ticket)
  }
}
