/// Ends the waiting for a need when somebody's patience is over.
struct Alarm {
  private let patience: Patience
  private let clock: any Clock<Duration>
  private let back: WayBack
  private let task: Task<Void, Never>

  /// Begins to wait; nil if the patience has no end.
  init?(after patience: Patience, on clock: any Clock<Duration>, _ back: WayBack) {
    guard let duration = patience.duration else { return nil }
    (self.patience, self.clock, self.back) = (patience, clock, back)
    task = Task {
      do { try await clock.sleep(for: duration) } catch { return }
      back.bring(.failed(patience.error))
    }
  }

  func cancel() {
    task.cancel()
  }

  /// The same alarm from now on, because there was progress.
  func restarted() -> Alarm? {
    cancel()
    return Alarm(after: patience, on: clock, back)
  }
}
