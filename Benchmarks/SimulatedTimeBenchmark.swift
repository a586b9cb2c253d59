import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What simulated time costs in real time: an hour of slow network, a search for rest, and a request beside
/// one whose clock is a system's.
struct SimulatedTimeBenchmark {
  let options: Options
  let progress: Progress

  /// Measures all of it.
  func run() async throws -> [Figures.Held] {
    // 3.6 MB at 1,000 bytes a second.
    let hour = Data(repeating: 0x2A, count: 3_600_000)
    return [
      try await figure("an hour before the head", "s", atMost: 1) {
        try await seconds(of: .data(Data()).delayed(by: .seconds(3_600)), length: 0)
      },
      try await figure("a body that takes an hour, in 36,000 pieces", "s", atMost: 1) {
        try await seconds(of: .data(hour).throttled(bytesPerSecond: 1_000), length: hour.count)
      },
      try await figure("20,000 pieces to a delegate", "s", atMost: 3) {
        try await secondsOfPieces(count: 20_000)
      },
      try await figure("a search for rest, with 15 threads", "µs", atMost: 500) {
        try await microsecondsOfSearch()
      },
      try await figure("a request in a scope, beside one on a system's clock", "×", atMost: 1.1) {
        try await ratioOfRequest()
      },
    ]
  }

  private func figure(
    _ what: String, _ unit: String, atMost limit: Double, _ measure: () async throws -> Double
  ) async throws -> Figures.Held {
    progress.show("simulated: \(what)")
    var values: [Double] = []
    for _ in 0..<3 { values.append(try await measure()) }
    return Figures.Held(what: what, unit: unit, cost: Sample(values), limit: limit)
  }

  /// A request that may take two hours, since a timeout belongs to the simulation.
  private var slowRequest: URLRequest {
    var request = request("https://api.example.com/slow")
    request.timeoutInterval = 7_200
    return request
  }

  private func seconds(of response: StubResponse, length: Int) async throws -> Double {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(condition: anyRequest(), response: response)
    return try await nanoseconds {
      let (data, _) = try await registry.session.data(for: slowRequest)
      precondition(data.count == length)
    } / 1e9
  }

  /// Pieces that somebody hears of one by one, so that each jump needs rest.
  private func secondsOfPieces(count: Int) async throws -> Double {
    let registry = StubRegistry(clock: FastForwardClock())
    let body = Data(repeating: 0x2A, count: 100 * count)
    registry.stub(condition: anyRequest(), response: .data(body).throttled(bytesPerSecond: 1_000))
    let counter = PieceCounter()
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: counter, delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    return await nanoseconds {
      session.dataTask(with: slowRequest).resume()
      let (pieces, length) = await counter.end()
      precondition(pieces > count / 2 && length == body.count)
    } / 1e9
  }

  /// A task that sleeps again and again, beside threads that wait.
  private func microsecondsOfSearch() async throws -> Double {
    let end = DispatchSemaphore(value: 0)
    let threadCount = 15
    for _ in 0..<threadCount { Thread.detachNewThread { end.wait() } }
    defer { for _ in 0..<threadCount { end.signal() } }
    let count = 500
    return try await withStubs(clock: .fastForward) { registry in
      try await nanoseconds {
        for _ in 0..<count { try await registry.clock.sleep(for: .seconds(1)) }
      }
    } / 1e3 / Double(count)
  }

  private func ratioOfRequest() async throws -> Double {
    let clocks: [any Clock<Duration>] = [ContinuousClock(), FastForwardClock()]
    var times = [Double.infinity, .infinity]
    // In turns, and the best of each, since most of it is the hand-over between threads.
    for _ in 0..<10 {
      for (position, clock) in clocks.enumerated() {
        let time = try await withStubs(clock: clock) { registry in
          registry.stub(condition: anyRequest(), response: .text("x"))
          return try await nanoseconds {
            for _ in 0..<200 { _ = try await registry.session.data(for: slowRequest) }
          }
        }
        times[position] = min(times[position], time)
      }
    }
    return times[1] / times[0]
  }
}

/// Counts what a session's delegate is told.
private final class PieceCounter: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // Unchecked: its session calls one after the other, and it is asked after the end.
  private var count = 0
  private var length = 0
  private let (ending, continuation) = AsyncStream<Void>.makeStream()

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    count += 1
    length += data.count
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    continuation.finish()
  }

  /// Waits for the end.
  func end() async -> (pieces: Int, length: Int) {
    for await _ in ending {}
    return (count, length)
  }
}
