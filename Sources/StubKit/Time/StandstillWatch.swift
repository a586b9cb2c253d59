import Dispatch

/// Looks whether a clock that moves by itself stands still for long although somebody waits for it.
final class StandstillWatch: Sendable {
  /// How long it may stand.
  static let patience = Duration.seconds(5)
  private static let interval = DispatchTimeInterval.seconds(1)

  private struct State {
    /// Where the clock stood when it was looked at last, and for how long it may.
    var time: Duration?
    var limit: FairLimit?
    var isTold = false
    /// What it stood for when the test was cancelled.
    var atCancel: Standstill?
  }

  private let time: SimulatedTime
  private let patience: Duration
  private let tell: @Sendable (_ standstill: Standstill, _ duration: Duration) -> Void
  private let pulse = Pulse.ofSeconds()
  private let state = Locked(State())

  /// Looks from now on, until it is gone.
  ///
  /// - Parameters:
  ///   - patience: How long the clock may stand.
  ///   - tell: Told once that it has stood longer, and how long.
  init(
    on time: SimulatedTime, patience: Duration = StandstillWatch.patience,
    tell: @escaping @Sendable (_ standstill: Standstill, _ duration: Duration) -> Void
  ) {
    (self.time, self.patience, self.tell) = (time, patience, tell)
    lookLater()
  }

  private func lookLater() {
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.interval) { [weak self] in
      guard let self else { return }
      look()
      lookLater()
    }
  }

  /// What the clock stood for when the test was cancelled, if it had stood there for a while.
  var standstillAtCancel: Standstill? { state.withLock { $0.atCancel } }

  /// The test is cancelled.
  func noteCancel() {
    guard let standstill = time.standstill else { return }
    state.withLock { state in
      if state.time == standstill.time { state.atCancel = standstill }
    }
  }

  /// Looks once; as often as the timer says.
  func look() {
    pulse.beat()
    // What keeps it takes longer to see.
    let (now, sleepers, _) = time.lookAround()
    let isLong = state.withLock { state in
      guard sleepers.count > 0, state.time == now else {
        (state.time, state.limit) = (
          sleepers.count > 0 ? now : nil, FairLimit(patience, by: pulse)
        )
        return false
      }
      guard !state.isTold, state.limit?.isOver == true else { return false }
      state.isTold = true
      return true
    }
    if isLong, let standstill = time.standstill { tell(standstill, patience) }
  }
}
