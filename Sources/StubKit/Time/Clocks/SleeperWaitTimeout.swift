import Foundation

/// The error when the tasks that a test waited for did not fall asleep on its clock in time.
public struct SleeperWaitTimeout: DescribedError, Sendable {
  /// How many tasks the test waited for and how long, the sleepers, and the unmatched requests.
  public let description: String

  init(expected: Int, timeout: Duration, state: SimulatedTimeState) {
    let (sleepers, busyCount) = (state.standingNow, state.busyCount)
    let tasks = expected == 1 ? "1 task" : "\(expected) tasks"
    let count = sleepers.count
    let found =
      count == 0 ? "none sleeps there." : "only \(count) sleep\(count == 1 ? "s" : "") there:"
    var lines = ["Waited \(timeout) for \(tasks) to sleep on the clock, but \(found)"]
    lines += sleepers.lines.map { "  " + $0 }
    if busyCount == 1 { lines.append("1 response is at work and does not sleep.") }
    if busyCount > 1 { lines.append("\(busyCount) responses are at work and do not sleep.") }
    if !state.unmatched.isEmpty { lines.append("No stub matched:") }
    lines += state.unmatched.map { "  \($0)" }
    if busyCount == 0, state.unmatched.isEmpty {
      lines.append("→ Give the code under test this clock, or expect fewer sleepers.")
    }
    description = lines.joined(separator: "\n")
  }
}
