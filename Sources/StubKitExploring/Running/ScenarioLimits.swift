import StubKit

/// How far a scenario may go before it counts as one that does not end.
struct ScenarioLimits: Sendable {
  /// How many requests there may be.
  let requests: Int
  /// How long nothing may happen, in real time.
  let patience: Duration

  /// What a scenario went beyond.
  enum Bound {
    case requests, steps, time
  }

  private static let stepsPerRequest = 50
  /// More on the clock than an operation takes that comes to an end.
  private static let longest = Duration.seconds(24 * 3_600)

  /// How many answers may go, and sleeps may be over.
  private var steps: Int {
    let (steps, isTooMany) = requests.multipliedReportingOverflow(by: Self.stepsPerRequest)
    return isTooMany ? .max : steps
  }

  /// What a scenario has gone beyond; nil if it may go on.
  func bound(ofRequests requests: Int, steps: Int, time: Duration) -> Bound? {
    if requests > self.requests { return .requests }
    if steps > self.steps { return .steps }
    return time > Self.longest ? .time : nil
  }

  /// Where it was given up, and how to let it go on.
  func remark(on bound: Bound) -> String {
    switch bound {
    case .requests:
      "It was given up after \(requests.requests). If it ends after more, allow them: "
        + "`requests: \(requests.multipliedReportingOverflow(by: 10).partialValue)`."
    case .steps:
      "It was given up after \(steps) answers and ends of sleeps. If it ends after more, raise "
        + "`requests:`, which is \(requests); each allows \(Self.stepsPerRequest) of them."
    case .time:
      "It was given up after 24 hours on `registry.clock`."
    }
  }
}
