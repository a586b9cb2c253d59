struct StandingWait: Sendable {
  private static let shown = 10

  private var first: [String] = []
  private(set) var count = 0
  /// Whether only requests wait: for an answer, not for the clock.
  private(set) var areRequests = false

  mutating func note(_ sleeper: Sleeper) {
    (count, areRequests) = (count + 1, sleeper.isAlarm)
    if first.count < Self.shown { first.append(sleeper.description) }
  }

  var lines: [String] { first + (count > first.count ? ["… and \(count - first.count) more"] : []) }
}

struct Standstill: Sendable {
  let time: Duration
  let drive: SimulatedTime.Drive
  let waits: StandingWait
  var obstacles: [String] = []
  /// For how long, in real time, the clock has moved without a stop; nil if it stands still.
  var movedFor: Duration?
}

extension SimulatedTime {
  /// What waits, and what keeps the clock from moving; nil if nothing waits.
  var standstill: Standstill? {
    let (time, waits, busyCount) = lookAround()
    guard waits.count > 0 else { return nil }
    let busy = busyCount > 0 ? ["an answer in the making, or a task that was just woken"] : []
    return Standstill(time: time, drive: drive, waits: waits, obstacles: rest.obstacles + busy)
  }
}

extension Rest {
  fileprivate var obstacles: [String] {
    var obstacles: [String] = []
    let count = workingCount
    if count == 1 { obstacles.append("a request at work, or on its way") }
    if count > 1 { obstacles.append("\(count) requests at work, or on their way") }
    for lane in lanes where !lane.isIdle {
      obstacles.append(
        ThreadWatch.areAsleep(lane.threads) == true
          ? "a task that blocks its thread" : "a task that runs and does not suspend")
    }
    if waitsForScopeWithin { obstacles.append("a scope within this one, whose clock goes first") }
    return obstacles + Timekeeper.shared.waysNotPassed.map(\.description).sorted()
  }
}

extension PassedQueues.Way {
  fileprivate var description: String {
    switch self {
    case .requests: "the queue on which requests begin, which is busy or blocked"
    case .main: "the main queue, which is busy or blocked"
    case .global: "a global queue, which is busy or blocked"
    case .tasks: "the threads of Swift's tasks, which are busy or blocked"
    case .request: "the queue of a session's delegate, which is busy or blocked"
    }
  }
}
