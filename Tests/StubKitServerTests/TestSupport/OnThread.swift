import StubKit

/// Runs what waits on a thread of its own: among many tests each step of a task takes long to come.
func onThread<Result: Sendable>(
  _ wait: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    BlockingWork.perform { continuation.resume(with: Swift.Result(catching: wait)) }
  }
}
