import AppleFoundation
import AppleObjectiveC
import StubKit
import Testing

/// Thousands of loads, many of them cancelled at any moment: each ends once, and nothing is left.
///
/// `APPLE_DOUBLE_LOADS` says how many; the seed is fixed, the order of the threads is not. Half of
/// them are told as events, too.
struct CancelStormTests {
  private static let loads =
    (ProcessInfo.processInfo.environment["APPLE_DOUBLE_LOADS"].flatMap { Int($0) } ?? 10_000) / 2
  /// How many of them are under way at once.
  private static let width = 100

  /// What becomes of one load.
  private enum Fate: CaseIterable {
    case undisturbed, cancelledBefore, cancelledAtOnce, cancelledSoon, cancelledElsewhere
  }

  @Test(.timeLimit(.minutes(10)), arguments: [false, true])
  func `each ends once and nothing is left`(isHeard: Bool) async throws {
    let traces = Traces()
    let heard = Tally()
    do {
      let registry = StubRegistry()
      traces.note(registry)
      Self.fill(registry)
      let token = isHeard ? registry.onEvent { heard.count($0.kind) } : nil
      let endings = Endings()
      let session = URLSession(
        configuration: .ephemeral.stubbed(by: registry), delegate: endings, delegateQueue: nil)
      traces.note(session)
      traces.note(endings)
      var random = SplitMix(seed: 17)
      var number = 0
      while number < Self.loads {
        let batch = (0..<min(Self.width, Self.loads - number)).map { offset in
          let path = ["value", "redirect", "delayed", "closure", "chunks"].randomElement(
            using: &random)
          return session.dataTask(with: url("https://storm.test/\(path ?? "")/\(number + offset)"))
        }
        number += batch.count
        for task in batch {
          let fate = Fate.allCases.randomElement(using: &random) ?? .undisturbed
          await Self.run(task, fate, patience: Int.random(in: 0...40, using: &random))
        }
        await endings.reached(number)
      }
      await LoadingSystem.settle()
      #expect(endings.counts.count == Self.loads)
      #expect(endings.counts.values.allSatisfy { $0 == 1 })
      #expect(endings.others == [])
      #expect(session.violations.isEmpty)
      #expect(await session.letsGoOfItsTasks())
      #expect(await registry.settledExchanges().allSatisfy { $0.outcome != .pending })
      session.finishTasksAndInvalidate()
      if isHeard { try await heard.isEven() }
      token?.cancel()
    }
    try await traces.vanish()
  }

  private static func fill(_ registry: StubRegistry) {
    registry.stub(condition: pathStartsWith("/value"), response: .text("value"))
    registry.stub(
      condition: pathStartsWith("/redirect"),
      response: .redirect(to: url("https://storm.test/value")))
    registry.stub(
      condition: pathStartsWith("/delayed"), response: .text("late").delayed(by: .milliseconds(1)))
    registry.stub(condition: pathStartsWith("/closure")) { _ in .text("closure") }
    registry.stub(
      condition: pathStartsWith("/chunks"),
      response: .text("0123456789").chunked(every: .microseconds(200), size: 2))
  }

  private static func run(_ task: URLSessionTask, _ fate: Fate, patience: Int) async {
    switch fate {
    case .undisturbed: task.resume()
    case .cancelledBefore:
      task.cancel()
      task.resume()
    case .cancelledAtOnce:
      task.resume()
      task.cancel()
    case .cancelledSoon:
      task.resume()
      for _ in 0..<patience { await Task.yield() }
      task.cancel()
    case .cancelledElsewhere:
      task.resume()
      Task.detached {
        for _ in 0..<patience { await Task.yield() }
        task.cancel()
      }
    }
  }
}

/// Counts how often each task of a session ends.
private final class Endings: NSObject, URLSessionDataDelegate {
  private struct State {
    var counts: [Int: Int] = [:]
    var others: [String] = []
    var waiting: [(count: Int, CheckedContinuation<Void, Never>)] = []
  }

  private let state = Guarded(State())

  /// How often each task ended, by its number.
  var counts: [Int: Int] { state.withLock { $0.counts } }

  /// Errors that no load may end in.
  var others: [String] { state.withLock { $0.others } }

  /// Waits until so many tasks have ended.
  func reached(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.counts.count >= count { return true }
        state.waiting.append((count, continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let ready = state.withLock { state in
      state.counts[task.taskIdentifier, default: 0] += 1
      if let error, (error as? URLError)?.code != .cancelled { state.others.append("\(error)") }
      let count = state.counts.count
      defer { state.waiting.removeAll { $0.count <= count } }
      return state.waiting.filter { $0.count <= count }.map(\.1)
    }
    for continuation in ready { continuation.resume() }
  }
}

/// Counts what happens to requests.
private final class Tally: Sendable {
  private let counts = Guarded<[StubEvent.Kind: Int]>([:])

  func count(_ kind: StubEvent.Kind) {
    counts.withLock { $0[kind, default: 0] += 1 }
  }

  /// Waits until every request that a stub began to answer has been told to be over, in one way.
  func isEven(within limit: Duration = .seconds(20)) async throws {
    let deadline = ContinuousClock.now + limit
    var begun = 0
    var over = 0
    repeat {
      (begun, over) = counts.withLock { counts in
        (counts[.activated] ?? 0, (counts[.finished] ?? 0) + (counts[.redirected] ?? 0))
      }
      await Task.yield()
    } while begun != over && ContinuousClock.now < deadline
    #expect(begun == over)
    #expect(begun > 0)
  }
}

/// Random numbers that are the same every time.
private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
