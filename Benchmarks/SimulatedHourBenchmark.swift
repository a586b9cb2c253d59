import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An hour of slow network on the clock that jumps, in wall time.
struct SimulatedHourBenchmark {
  let options: Options
  let progress: Progress

  /// Measures a long wait, and a body that trickles for an hour.
  func run() async throws -> [Figures.Simulated] {
    // 3.6 MB at 1,000 bytes a second.
    let body = Data(repeating: 0x2A, count: 3_600_000)
    return [
      try await figure("an hour before the head", .data(Data()).delayed(by: .seconds(3_600)), 0),
      try await figure(
        "a body that takes an hour", .data(body).throttled(bytesPerSecond: 1_000), body.count),
    ]
  }

  private func figure(
    _ what: String, _ response: StubResponse, _ length: Int
  ) async throws -> Figures.Simulated {
    progress.show("simulated: \(what)")
    var seconds: [Double] = []
    for _ in 0..<3 {
      let registry = StubRegistry(clock: FastForwardClock())
      registry.stub(condition: anyRequest(), response: response)
      var request = request("https://api.example.com/slow")
      // Longer than the hour, since a timeout belongs to the simulation.
      request.timeoutInterval = 7_200
      let time = try await nanoseconds {
        let (data, _) = try await registry.session.data(for: request)
        precondition(data.count == length)
      }
      seconds.append(time / 1e9)
    }
    return Figures.Simulated(what: what, seconds: Sample(seconds))
  }
}
