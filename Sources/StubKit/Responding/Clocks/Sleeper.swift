/// A task that sleeps on a simulated clock.
struct Sleeper: Sendable {
  let ticket: SimulatedTimeState.Ticket
  let deadline: Duration
  let isParticipant: Bool
  let continuation: CheckedContinuation<Void, any Error>
}
