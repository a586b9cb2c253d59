import StubKit

struct ScenarioLimits: Sendable {
  let requests: Int
  /// How long, in real time, nothing may happen before the operation counts as hung.
  let patience: Duration

  enum Bound {
    case requests, steps, time
  }

  init(requests: Int, patience: Duration) {
    self.requests = requests
    // Limited, since `RestWaiter` multiplies the patience, and a huge or negative one may overflow.
    self.patience = max(.zero, min(patience, Self.longest))
  }

  private static let stepsPerRequest = 50
  private static let longest = Duration.seconds(24 * 3_600)

  private var steps: Int {
    let (steps, isTooMany) = requests.multipliedReportingOverflow(by: Self.stepsPerRequest)
    return isTooMany ? .max : steps
  }

  func bound(ofRequests requests: Int, steps: Int, time: Duration) -> Bound? {
    if requests > self.requests { return .requests }
    if steps > self.steps { return .steps }
    return time > Self.longest ? .time : nil
  }

  func remark(on bound: Bound) -> String {
    switch bound {
    case .requests:
      "It was given up after \(requests.requests). If it ends after more, allow them: "
        + "`requests: \(min(requests, .max / 10) * 10)`."
    case .steps:
      "It was given up after \(steps) answers and ends of sleeps. If it ends after more, raise "
        + "`requests:`, which is \(requests); each allows \(Self.stepsPerRequest) of them."
    case .time:
      "It was given up after 24 hours on `registry.clock`."
    }
  }
}
