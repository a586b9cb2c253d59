/// A participant's sleep on a simulated clock, which can be taken back.
struct SimulatedSleep: Sendable {
  let time: SimulatedTime
  let ticket: SimulatedTimeState.Ticket

  /// Ends it before its time: nobody is woken, unless that has happened already.
  func stop() {
    time.endSleep(ticket)
  }
}
