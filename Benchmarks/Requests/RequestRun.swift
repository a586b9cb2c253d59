import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One way to have requests answered, and how they are made.
struct RequestRun: Sendable {
  /// Who makes a request.
  enum Client: String, CaseIterable {
    /// `data(for:)`.
    case data
    /// A task with a completion handler, which makes the next.
    case handler
  }

  let session: URLSession
  let requests: [URLRequest]
  let client: Client
  /// How many bytes each response has to have; nil if that is not looked at.
  var length: Int? = FloorProtocol.body.count

  /// What a number of requests take.
  struct Cost {
    let wall: Double
    let processor: Double
  }

  /// Makes requests, some at once, and returns the nanoseconds that each takes.
  func cost(of count: Int, atOnce: Int) async throws -> Cost {
    let processor = CPUTime.nanoseconds
    let wall = try await nanoseconds { try await make(count, atOnce: atOnce) }
    return Cost(
      wall: wall / Double(count), processor: (CPUTime.nanoseconds - processor) / Double(count))
  }

  /// How many heap allocations a request makes, on all threads; nil where they cannot be counted.
  func allocations(of count: Int) async throws -> Double? {
    guard let before = Allocations.ofAllThreads else { return nil }
    try await make(count, atOnce: 1)
    return Allocations.ofAllThreads.map { ($0 - before) / Double(count) }
  }

  private func make(_ count: Int, atOnce: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<atOnce {
        group.addTask {
          switch client {
          case .data:
            for number in stride(from: worker, to: count, by: atOnce) {
              try check(try await session.data(for: requests[number % requests.count]).0)
            }
          case .handler:
            try await withCheckedThrowingContinuation {
              goOn(from: worker, to: count, by: atOnce, $0)
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Makes a request whose handler makes the next.
  private func goOn(
    from number: Int, to count: Int, by step: Int, _ end: CheckedContinuation<Void, any Error>
  ) {
    guard number < count else { return end.resume() }
    session.dataTask(with: requests[number % requests.count]) { data, _, error in
      do {
        if let error { throw error }
        try check(data ?? Data())
        goOn(from: number + step, to: count, by: step, end)
      } catch {
        end.resume(throwing: error)
      }
    }.resume()
  }

  private func check(_ data: Data) throws {
    guard data.count == length ?? data.count else { throw WrongBody() }
  }

  private struct WrongBody: Error, CustomStringConvertible {
    var description: String { "a response has not the bytes that it should have" }
  }
}
