import StubKit

extension StubRegistry {
  /// A remark to a failed test on the requests that have not ended, for which the test may have
  /// waited in vain; nil if all have ended.
  var remarkOnOpenRequests: StubIssue? {
    let open = openRequests
    guard !open.isEmpty else { return nil }
    let list = open.shortened(to: 10) { "… and \($0) more" }.map { "\n  " + $0 }.joined()
    let remedy =
      clock is ManualClock
      ? "The clock stands at \(elapsed), and moves only by advance(by:), advance(to:) and run()."
      : "What lasts is a delay, a `.hang`, a closure, a stream or a delegate that does not answer."
    return StubIssue(
      kind: .remark,
      text: "The test has failed, and \(open.count.requests) \(open.count == 1 ? "has" : "have") "
        + "not ended:\(clean(list, on: exchanges))\n→ \(remedy)")
  }
}
