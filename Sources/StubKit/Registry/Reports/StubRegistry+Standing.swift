extension StubRegistry {
  /// What waits now for simulated time to move, and what keeps the time from moving.
  ///
  /// Print it in a debugger (`po registry.standstill`) when a test hangs. The test is told unasked
  /// when a ``FastForwardClock`` has stood still for five seconds, or a ``ManualClock`` for thirty,
  /// or when either has moved by itself for thirty without a stop.
  public var standstill: String {
    guard let time = clockAndTime.time else {
      return "The registry's clock is not a simulated one."
    }
    guard let standstill = time.standstill else {
      return "Nothing waits for the clock, which stands at \(time.now)."
    }
    return text("The clock stands at \(time.now)", of: standstill)
  }

  /// Watches the clock, former clocks, and other clocks on which tasks of the scope sleep.
  ///
  /// By default a manual clock is given longer: its pace is up to the test.
  package func watchClock(patience: Duration? = nil, motionPatience: Duration = .seconds(30)) {
    SimulatedTime.onSleep.replace(\.self, with: Self.watchForSleeper)
    state.withLock { $0.clockWatches = $0.clockWatches ?? [] }
    watch(clockAndTime.time, patience, motionPatience)
  }

  private static func watchForSleeper(_ time: SimulatedTime) {
    let scope = current
    // Limited, since each watch looks at its clock once a second.
    guard scope.state.withLock({ $0.clockWatches?.count ?? .max < 100 }) else { return }
    let scopes = ScopeDirectory.scopes(outwardsFrom: scope)
    if !scopes.contains(where: { $0.standstillWatch(on: time) != nil }) { scope.watch(time) }
  }

  func watch(
    _ time: SimulatedTime?, _ patience: Duration? = nil, _ motionPatience: Duration = .seconds(30)
  ) {
    let watch = time.map { time in
      let patience = patience ?? .seconds(time.drive == .manual ? 30 : 5)
      return StandstillWatch(on: time, patience: patience, motionPatience: motionPatience) {
        [weak self] found in
        guard let self, !hasScopeWithin(on: time) else { return }
        let isOurs = clockAndTime.time === time
        let clock = isOurs ? "The clock" : "A clock that is not the registry's, or no longer is,"
        let conduct =
          found.movedFor.map { "moved on and on for \($0) of real time, to \(found.time)" }
          ?? "stood still at \(found.time) for \(patience) of real time"
        report(StubIssue(kind: .standing, text: text("\(clock) has \(conduct)", of: found)))
      }
    }
    // After the scope's end no sleeper adds a watch: nil stays nil. Old watches end after the lock.
    let former = state.withLock { state in
      let all = state.clockWatches
      state.clockWatches = all.map { $0.filter { $0.time !== time } + [watch].compactMap(\.self) }
      return all
    }
    withExtendedLifetime(former) {}
  }

  /// Whether a scope within this one watches the clock: that scope knows the requests that wait.
  private func hasScopeWithin(on time: SimulatedTime) -> Bool {
    ScopeDirectory.openScopes.contains {
      ScopeDirectory.scope(around: $0) === self && $0.standstillWatch(on: time) != nil
    }
  }

  func standstillWatch(on time: SimulatedTime?) -> StandstillWatch? {
    state.withLock { $0.clockWatches?.first { $0.time === time } }
  }

  /// Tells a cancelled test, as after a time limit, which sleepers still wait for a manual clock.
  func reportStandingClock() {
    guard Task.isCancelled, reporter != nil, let time = clockAndTime.time, time.drive == .manual
    else { return }
    let standstill = Standstill(time: time.now, drive: time.drive, waits: time.takeStandingWait())
    let isTold = standstillWatch(on: time)?.toldTime == standstill.time
    guard standstill.waits.count > 0, !isTold else { return }
    let headline = "The test was cancelled while its clock stood at \(time.now)"
    report(StubIssue(kind: .standing, text: text(headline, of: standstill)))
  }

  private func text(_ headline: String, of standstill: Standstill) -> String {
    let (count, areRequests) = (standstill.waits.count, standstill.waits.areRequests)
    let noun = areRequests ? "request" : "sleeper"
    var lines = ["\(headline), and \(count == 1 ? "1 \(noun) waits" : "\(count) \(noun)s wait"):"]
    lines += standstill.waits.lines.map { "  " + $0 }
    let open = openRequests.shortened(to: 10) { "… and \($0) more" }
    for (title, list) in [
      ("What keeps it from moving:", standstill.obstacles), ("Requests that have not ended:", open),
    ] where !list.isEmpty {
      lines += [title] + list.map { "  " + $0 }
    }
    let moves = "The clock moves only by advance(by:), advance(to:) and run()"
    let answers = "A closure, a stream or a delegate has to answer"
    let remedy =
      switch (areRequests, standstill.drive) {
      case _ where standstill.movedFor != nil:
        "It moves as long as something sleeps on it: a loop that polls needs a limit."
      case (false, .manual): "\(moves)."
      case (true, .manual): "\(answers). \(moves), and time limits use it, too."
      case (true, _): "\(answers); until then time limits count in real time."
      case (false, _): "It moves once the test's work rests or is over: end or cancel it."
      }
    return clean((lines + ["→ \(remedy)"]).joined(separator: "\n"), on: exchanges)
  }

  /// The requests that have not ended, or that the cancellation of the test has just ended.
  package var openRequests: [String] {
    let (now, isCancelled) = (elapsed, Task.isCancelled)
    let seen = exchanges.filter {
      $0.outcome == .pending
        || isCancelled && $0.outcome == .cancelled && $0.start + ($0.duration ?? .zero) >= now
    }
    let unseen = state.withLock { Array($0.onTheirWay.values) }
    return saying {
      seen.map {
        let stub = $0.stub.map { ", by the stub at \($0.location)" } ?? ""
        return "\($0.request), since \($0.start)\(stub)"
      } + unseen.map { "\(StubRequest($0)), on its way" }
    }
  }
}
