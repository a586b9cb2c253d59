import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Swift tasks that are cancelled at the very moment when their request ends.
///
/// On Linux the one holds a lock and waits for a queue, and the other holds the queue and waits for the
/// lock. Without `FreedTask` a few hundred rounds are enough for nobody to go on.
struct TaskCancellationTests {
  /// How many rounds each of the workers goes; `STUBKIT_CANCEL_ROUNDS` makes them more.
  private static let rounds =
    ProcessInfo.processInfo.environment["STUBKIT_CANCEL_ROUNDS"].flatMap { Int($0) } ?? 100

  @Test(.timeLimit(.minutes(10)), arguments: 0..<8)
  func `a cancel that meets the end of a request stops nobody`(worker: Int) async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("x").delayed(by: .milliseconds(1)))
    let session = registry.session
    for _ in 0..<Self.rounds {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          group.addTask { _ = try? await session.data(from: url("http://meet.test/")) }
        }
        group.addTask { try? await Task.sleep(for: .milliseconds(1)) }
        await group.next()
        group.cancelAll()
      }
    }
    let outcomes = Set(await registry.settledExchanges().map(\.outcome))
    // Elsewhere a cancelled request may still have to begin, which its client does not wait for.
    #expect(
      outcomes.isSubset(
        of: Platform.isLinux ? [.finished, .cancelled] : [.finished, .cancelled, .pending]))
  }

  @Test func `a cancel that Foundation no longer tells of is told all the same`() async throws {
    let registry = StubRegistry(clock: ManualClock())
    let stub = registry.stub(condition: anyRequest(), response: .hang)
    let delegate = RecordingDelegate()
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    let task = session.dataTask(with: url("http://hang.test/"))
    task.resume()
    try await stub.waitForRequests(timeout: .seconds(600))
    task.cancel()
    #expect([.canceling, .completed].contains(task.state))
    let outcome = await delegate.outcome
    #expect(outcome.completions.map { ($0 as? URLError)?.code } == [.cancelled])
    #expect((task.error as? URLError)?.code == .cancelled)
  }
}
