public import Foundation

/// The error when the tasks that a test waited for did not fall asleep on its clock in time.
public struct SleeperWaitTimeout: LocalizedError, CustomStringConvertible, Sendable {
  /// How many tasks the test waited for and how long, the sleepers, and the unmatched requests.
  public let description: String

  init(expected: Int, timeout: Duration, state: SimulatedTimeState) {
    let (sleepers, busyCount) = (state.standingNow, state.busyCount)
    let tasks = expected == 1 ? "1 task" : "\(expected) tasks"
    let found =
      switch sleepers.count {
      case 0: "none does."
      case 1: "1 does:"
      default: "\(sleepers.count) do:"
      }
    var lines = ["Waited \(timeout) for \(tasks) to sleep on the clock, and \(found)"]
    lines += sleepers.lines.map { "  " + $0 }
    if busyCount == 1 { lines.append("1 response is at work and does not sleep.") }
    if busyCount > 1 { lines.append("\(busyCount) responses are at work and do not sleep.") }
    if !state.unmatched.isEmpty { lines.append("No stub matched:") }
    lines += state.unmatched.map { "  \($0)" }
    description = lines.joined(separator: "\n")
  }

  /// The full message, as in `description`.
  public var errorDescription: String? { description }
}
