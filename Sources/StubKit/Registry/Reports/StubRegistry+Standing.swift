/// A clock that stands still because the test has not moved it.
extension StubRegistry {
  /// How many requests are named.
  private static let mostStandingShown = 10

  /// Tells a test that was cancelled, as by a time limit, who has waited for a clock that only it moves.
  ///
  /// Nobody watches the clock meanwhile: how long a test takes to move it is its own business.
  func reportStandingClock() {
    guard Task.isCancelled, hasReporter, let time = (clock as? ManualClock)?.time else { return }
    let wait = time.takeStandingWait()
    guard wait.count > 0 else { return }
    let tasks = wait.count == 1 ? "1 task" : "\(wait.count) tasks"
    var lines = [
      "The test was cancelled while its ManualClock stood at \(time.now), and \(tasks) waited in vain:"
    ]
    lines += wait.lines.map { "  " + $0 }
    let requests = exchanges.filter { $0.outcome == .pending || $0.outcome == .cancelled }
    if !requests.isEmpty { lines.append("Requests that had no end:") }
    lines += requests.prefix(Self.mostStandingShown).map { "  \($0.request), since \($0.start)" }
    let others = requests.count - Self.mostStandingShown
    if others > 0 { lines.append("  … and \(others) more") }
    lines.append("→ The clock moves only by advance(by:), advance(to:) and run().")
    report(StubIssue(kind: .standing, text: lines.joined(separator: "\n"), location: nil))
  }
}
