import CPlatformProbe
import Foundation

/// Simulated time moves when every thread sleeps; a simulator or a sandbox may not let that be seen.
struct SleepingThreads: Experiment {
  let question = "Can a process see which of its threads sleep, and how long each has run?"

  /// A thread that has said its number, and goes on until it may end.
  private final class Worker: Sendable {
    private let numbers = Notes()
    private let end = DispatchSemaphore(value: 0)

    /// - Parameter computes: Whether it does something meanwhile.
    init(computing computes: Bool) {
      let (numbers, end) = (numbers, end)
      Thread.detachNewThread {
        numbers.add("\(probe_thread_number())")
        if computes { while end.wait(timeout: .now()) == .timedOut {} } else { end.wait() }
      }
    }

    /// Its number; 0 if it has none.
    var number: Int32 {
      get async {
        await numbers.wait(for: 1)
        return numbers.all.first.flatMap { Int32($0) } ?? 0
      }
    }

    func stop() { end.signal() }
  }

  func answer() async -> String {
    let (waiting, computing) = (Worker(computing: false), Worker(computing: true))
    defer { for worker in [waiting, computing] { worker.stop() } }
    let (idle, busy) = (await waiting.number, await computing.number)
    guard idle != 0, busy != 0 else { return "no: threads have no numbers here" }
    // It may not have come to wait yet.
    for _ in 0..<100 where probe_is_thread_asleep(idle) == 0 {
      try? await Task.sleep(for: .milliseconds(10))
    }
    let before = probe_time_of_thread(busy)
    try? await Task.sleep(for: .milliseconds(100))
    return [
      "one that waits: \(Self.word(for: probe_is_thread_asleep(idle)))",
      "one that computes: \(Self.word(for: probe_is_thread_asleep(busy)))",
      "its time grows: \(String.yes(before >= 0 && probe_time_of_thread(busy) > before))",
      "one that there is not: \(Self.word(for: probe_is_thread_asleep(.max)))",
    ].joined(separator: "; ")
  }

  private static func word(for isAsleep: Int32) -> String {
    switch isAsleep {
    case 0: "awake"
    case 1: "asleep"
    default: "unseen"
    }
  }
}
