import Foundation
import StubKit
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Forwarded requests that a real server redirects, and that end at any moment.
///
/// Foundation asks about each redirect, and ends the process if it is answered when the private task
/// is over, by a cancel or by a timeout.
struct ForwardedCancelTests {
  @Test(arguments: 0..<4)
  func `hundreds of forwarded redirects survive cancels and timeouts at any moment`(
    worker: Int
  ) async throws {
    let server = try LoopbackServer { request in
      let step = Int(request.target.dropFirst()) ?? 0
      return step < 3 ? .text("", status: 302, headers: ["Location: /\(step + 1)"]) : .text("there")
    }
    let registry = StubRegistry(unmatched: .passThrough)
    registry.stub(condition: satisfies { _ in false }, response: .text("wrong"))
    let session = registry.session
    let endings = Endings()
    for round in 0..<40 {
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<4 {
          // Different in every request, and the same in every run.
          let turn = (round * 4 + number) &* 2_654_435_761 &+ worker &* 40_503
          group.addTask {
            await withCheckedContinuation { continuation in
              var request = request(server.url("/0"))
              if turn % 5 == 0 { request.timeoutInterval = Double(turn >> 8 & 31) / 1_000 + 0.001 }
              let task = session.dataTask(with: request) { data, _, _ in
                endings.count(data.map { String(decoding: $0, as: UTF8.self) })
                continuation.resume()
              }
              task.resume()
              if turn % 3 == 0 {
                Task {
                  for _ in 0..<(turn >> 5 & 1_023) { await Task.yield() }
                  task.cancel()
                }
              }
            }
          }
        }
      }
    }
    #expect(endings.total == 160)
    #expect(endings.bodies == ["there"])
  }

  /// Counts endings, and what came with them.
  private final class Endings: @unchecked Sendable {
    private let lock = NSLock()
    private var endings: [String?] = []

    var total: Int { lock.withLock { endings.count } }
    var bodies: Set<String> { lock.withLock { Set(endings.compactMap(\.self)) } }

    func count(_ body: String?) {
      lock.withLock { endings.append(body) }
    }
  }
}
