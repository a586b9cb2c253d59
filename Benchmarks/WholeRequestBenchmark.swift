import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Whole requests through `URLSession`, beside the floor that nobody can go below.
struct WholeRequestBenchmark {
  let options: Options
  let progress: Progress

  /// Measures one request after the other and sixteen at once, with one stub and with many.
  func run() async throws -> [Figures.Whole] {
    var figures: [Figures.Whole] = []
    for count in [1, 10_000] {
      for atOnce in [1, 16] {
        progress.show("whole requests: \(count) stubs, \(atOnce) at once")
        figures.append(try await figure(count, atOnce))
      }
    }
    return figures
  }

  private func figure(_ count: Int, _ atOnce: Int) async throws -> Figures.Whole {
    let family = Family.all[0]
    let registry = StubRegistry()
    for number in 0..<count {
      registry.stub(
        condition: family.condition(number),
        response: .data(
          FloorProtocol.body, headers: ["Content-Type": "application/json"]))
    }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [FloorProtocol.self]
    configuration.urlCache = nil
    let floor = URLSession(configuration: configuration)
    let session = registry.session
    defer { floor.invalidateAndCancel() }
    let requests = (0..<1_000).map { family.request($0 * 7_919 % count) }

    let batch = options.depth == .quick ? 320 : 960
    var (stubKit, bottom, ratio) = ([Double](), [Double](), [Double]())
    // The first pair warms both up and does not count.
    for pair in 0...options.repetitions {
      // Each goes first every other time, so that neither profits from the order.
      let order = pair.isMultiple(of: 2) ? [session, floor] : [floor, session]
      var costs: [ObjectIdentifier: Double] = [:]
      for session in order {
        costs[ObjectIdentifier(session)] = try await Self.cost(of: requests, batch, atOnce, session)
      }
      guard pair > 0, let cost = costs[ObjectIdentifier(session)],
        let floorCost = costs[ObjectIdentifier(floor)]
      else { continue }
      stubKit.append(1e9 / cost)
      bottom.append(1e9 / floorCost)
      ratio.append(floorCost / cost)
    }
    registry.removeAll()
    return Figures.Whole(
      stubs: count, atOnce: atOnce, stubKit: Sample(stubKit), floor: Sample(bottom),
      ratio: Sample(ratio))
  }

  /// The nanoseconds that a request takes, `batch` of them in all.
  private static func cost(
    of requests: [URLRequest], _ batch: Int, _ atOnce: Int, _ session: URLSession
  ) async throws -> Double {
    let time = try await nanoseconds {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<atOnce {
          group.addTask {
            for number in stride(from: worker, to: batch, by: atOnce) {
              let (data, _) = try await session.data(for: requests[number % requests.count])
              guard data == FloorProtocol.body else { throw WrongBody() }
            }
          }
        }
        try await group.waitForAll()
      }
    }
    return time / Double(batch)
  }

  private struct WrongBody: Error, CustomStringConvertible {
    var description: String { "a response has not the bytes that it should have" }
  }
}
