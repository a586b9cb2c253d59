/// A simulated clock that does not move although there are sleepers, in words.
struct Standstill: Sendable {
  let time: Duration
  /// The sleepers.
  let sleepers: StandingWait
  /// The visible reasons why the clock does not move.
  let obstacles: [String]
}

extension SimulatedTime {
  /// The sleepers of this moment and the reasons; nil if there are no sleepers.
  var standstill: Standstill? {
    let (time, sleepers, busyCount) = lookAround()
    guard sleepers.count > 0 else { return nil }
    var obstacles = rest.obstacles
    if busyCount > 0 {
      obstacles.append("an answer in the making, or a task that was just woken")
    }
    return Standstill(time: time, sleepers: sleepers, obstacles: obstacles)
  }
}

extension Rest {
  /// Everything that is visibly not at rest.
  fileprivate var obstacles: [String] {
    var obstacles: [String] = []
    switch workingCount {
    case 0: break
    case 1: obstacles.append("a request at work, or on its way")
    case let count: obstacles.append("\(count) requests at work, or on their way")
    }
    obstacles += lanes.compactMap(\.obstacle)
    if waitsForScopeWithin { obstacles.append("a scope within this one, whose clock goes first") }
    return obstacles + Timekeeper.shared.waysNotPassed.map(\.description).sorted()
  }
}

extension JobLane {
  /// The activity of the lane's thread, unless it is idle.
  fileprivate var obstacle: String? {
    let threads = threads
    guard !isIdle else { return nil }
    return ThreadWatch.areAsleep(threads) == true
      ? "a task that blocks its thread" : "a task that runs and does not suspend"
  }
}

extension PassedQueues.Way: CustomStringConvertible {
  var description: String {
    switch self {
    case .requests: "the queue on which requests begin"
    case .main: "the main queue"
    case .global: "a global queue"
    case .tasks: "the threads of Swift's tasks"
    case .request: "the queue of a session's delegate"
    }
  }
}
