import Foundation

/// Walks a delivery plan on behalf of a load, at once or on a clock.
struct Delivery: Sendable {
  private let plan: DeliveryPlan
  private let load: Load

  init(by plan: DeliveryPlan, for load: Load) {
    self.plan = plan
    self.load = load
  }

  /// Takes every step now; to be called in the client's context.
  func walkNow() {
    walkNow(plan.makeIterator())
  }

  private func walkNow(_ rest: DeliveryPlan.Iterator) {
    var steps = rest
    while let step = steps.next() {
      switch load.perform(step.action) {
      case .next: continue
      case .over: return
      case .pending(let goesOn):
        let rest = steps
        load.work = Task { if await goesOn.value { load.inContext { walkNow(rest) } } }
        return
      }
    }
  }

  /// Takes every step when the clock says so.
  func walk(on clock: any Clock<Duration>) -> Task<Void, Never> {
    let timer = StepTimer(clock)
    return Task {
      defer { timer.end() }
      for step in plan {
        guard await timer.wait(until: step.time) else { return }
        if case .pull(let source, let schedule) = step.action {
          return await pull(from: source, by: schedule, timer)
        }
        guard await take(step.action, timer) else { return }
      }
    }
  }

  /// Takes a step in the client's context and returns whether the walk goes on.
  private func take(_ action: DeliveryPlan.Action, _ timer: StepTimer) async -> Bool {
    let progress = Promise<Load.Progress>()
    load.inContext(stopping: timer.time) {
      progress.keep(load.perform(action))
    } orDrop: {
      progress.keep(.over)
    }
    switch await progress.value {
    case .next: return true
    case .over: return false
    case .pending(let goesOn): return await goesOn.value
    }
  }

  /// Drains a body that comes from an asynchronous sequence.
  private func pull(
    from source: Reply.Source, by schedule: SourceSchedule, _ timer: StepTimer
  ) async {
    var schedule = schedule
    do {
      var pieces = source().makeAsyncIterator()
      while let data = try await next(from: &pieces, timer) {
        for step in schedule.steps(for: data, since: timer.elapsed) {
          guard await timer.wait(until: step.time), await take(step.action, timer) else { return }
        }
      }
      for step in schedule.steps(atEndOfSourceSince: timer.elapsed) {
        guard await take(step.action, timer) else { return }
      }
    } catch {
      load.inContext { load.fail(error) }
    }
  }

  /// Waits for a source, which may itself wait for the clock: simulated time goes on meanwhile.
  private func next(
    from pieces: inout AsyncThrowingStream<Data, any Error>.Iterator, _ timer: StepTimer
  ) async throws -> Data? {
    load.inContext { load.watch() }
    timer.pause()
    defer { timer.unpause() }
    let data = try await pieces.next()
    load.inContext { load.watchdog?.cancel() }
    return data
  }
}
