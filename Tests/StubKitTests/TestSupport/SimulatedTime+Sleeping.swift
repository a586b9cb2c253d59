@testable import StubKit

extension SimulatedTime {
  /// Sleeps as a participant that is a task: not busy meanwhile, busy again on return.
  func participantSleep(until deadline: Duration) async {
    await withCheckedContinuation { continuation in
      _ = sleep(until: deadline) { continuation.resume() }
    }
  }
}
