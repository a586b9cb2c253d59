extension StubRegistry {
  /// What waits now for simulated time to move, and what keeps the time from moving.
  ///
  /// Print it in a debugger (`po registry.standstill`) when a test hangs. The test is told without
  /// asking once a ``FastForwardClock`` has stood still for five seconds.
  public var standstill: String {
    guard let time = clockAndTime.time else {
      return "The registry's clock is not a simulated one."
    }
    guard let standstill = time.standstill else {
      return "Nothing waits for the clock, which stands at \(time.now)."
    }
    return text("The clock stands at \(time.now)", of: standstill)
  }

  func watchClock(patience: Duration = .seconds(5)) {
    let time = clockAndTime.time.flatMap { $0.drive == .automatic ? $0 : nil }
    let watch = time.map { time in
      StandstillWatch(on: time, patience: patience) { [weak self] standstill in
        self?.reportStanding(
          "The clock has stood still at \(standstill.time) for \(patience) of real time", standstill
        )
      }
    }
    state.replace(\.standstillWatch, with: .some(watch))
  }

  var standstillWatch: StandstillWatch? { state.withLock { $0.standstillWatch ?? nil } }

  /// Tells a cancelled test, as after a time limit, which sleepers still wait for a manual clock.
  ///
  /// Such a clock is not watched before that: its pace is up to the test.
  func reportStandingClock() {
    guard Task.isCancelled, hasReporter, let time = clockAndTime.time, time.drive == .manual
    else { return }
    let standstill = Standstill(time: time.now, waits: time.takeStandingWait(), obstacles: [])
    guard standstill.waits.count > 0 else { return }
    reportStanding("The test was cancelled while its clock stood at \(time.now)", standstill)
  }

  private func reportStanding(_ headline: String, _ standstill: Standstill) {
    let text = text(headline, of: standstill)
    let said = cleaner(of: exchanges)?.clean(text) ?? text
    report(StubIssue(kind: .standing, text: said, location: nil))
  }

  private func text(_ headline: String, of standstill: Standstill) -> String {
    let (count, areRequests) = (standstill.waits.count, standstill.waits.areRequests)
    let noun = areRequests ? "request" : "sleeper"
    var lines = ["\(headline), and \(count == 1 ? "1 \(noun) waits" : "\(count) \(noun)s wait"):"]
    lines += standstill.waits.lines.map { "  " + $0 }
    if !standstill.obstacles.isEmpty {
      lines.append("What keeps it from moving:")
      lines += standstill.obstacles.map { "  " + $0 }
    }
    let requests = openRequests
    if !requests.isEmpty { lines.append("Requests that have not ended:") }
    lines += requests.shortened(to: 10) { "… and \($0) more" }.map { "  " + $0 }
    lines.append(
      clockAndTime.time?.drive == .manual
        ? "→ The clock moves only by advance(by:), advance(to:) and run()."
        : areRequests
          ? "→ A closure, a stream or a delegate has to answer; until then time limits count in real time."
          : "→ It moves once nothing of the test is at work: end or cancel what keeps it.")
    return lines.joined(separator: "\n")
  }

  /// In a cancelled test, also those that its cancel has just ended.
  private var openRequests: [String] {
    let (now, isCancelled) = (elapsed, Task.isCancelled)
    let seen = exchanges.filter {
      $0.outcome == .pending
        || isCancelled && $0.outcome == .cancelled && $0.start + ($0.duration ?? .zero) >= now
    }
    let unseen = state.withLock { Array($0.onTheirWay.values) }
    return seen.map { "\($0.request), since \($0.start)" }
      + unseen.map { "\(StubRequest($0)), on its way" }
  }
}
