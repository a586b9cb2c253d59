public import Foundation

/// The tasks that a test waited for did not come to sleep on its clock in time.
public struct SleeperWaitTimeout: LocalizedError, CustomStringConvertible, Sendable {
  /// The most sleepers that are named.
  private static let shown = 10

  let expected: Int
  let timeout: Duration
  /// In the order in which they wake.
  private let sleepers: [Sleeper]
  /// How many deliveries are busy instead of asleep.
  private let busyCount: Int
  /// The unmatched requests since the clock last moved.
  private let unmatched: [String]

  init(expected: Int, timeout: Duration, state: SimulatedTimeState) {
    self.expected = expected
    self.timeout = timeout
    sleepers = state.sleepers.reversed()
    busyCount = state.busyCount
    unmatched = state.unmatched
  }

  /// The number of tasks and the time waited for, the sleepers, and the unmatched requests.
  public var description: String {
    let tasks = expected == 1 ? "1 task" : "\(expected) tasks"
    let start = "Waited \(timeout) for \(tasks) to sleep on the clock, and "
    var lines: [String] = []
    switch sleepers.count {
    case 0: lines.append(start + "none does.")
    case 1: lines.append(start + "1 does:")
    default: lines.append(start + "\(sleepers.count) do:")
    }
    lines += sleepers.prefix(Self.shown).map { "  \($0)" }
    if sleepers.count > Self.shown { lines.append("  … and \(sleepers.count - Self.shown) more") }
    if busyCount > 0 {
      lines.append(
        busyCount == 1
          ? "1 response is at work and does not sleep."
          : "\(busyCount) responses are at work and do not sleep.")
    }
    if !unmatched.isEmpty {
      lines.append("No stub matched:")
      lines += unmatched.map { "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}
