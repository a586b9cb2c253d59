public import Foundation

extension Stub {
  /// Waits until the stub has been claimed a number of times in all, and returns its requests.
  ///
  /// ```swift
  /// let upload = stub(condition: isPath("/upload"), response: .status(201))
  /// app.startUploadInBackground()
  /// let request = try await upload.waitForRequests()[0]
  /// ```
  /// It never polls. The timeout is wall time, whatever clock the registry has, because it guards
  /// the test, not the simulation.
  ///
  /// - Throws: `StubWaitTimeout` if the time is over, `CancellationError` if the task is cancelled.
  @discardableResult
  public func waitForRequests(
    count: Int = 1, timeout: Duration = .seconds(5)
  ) async throws -> [StubRequest] {
    guard await wait(forClaims: count, timeout: timeout) else {
      try Task.checkCancellation()
      throw StubWaitTimeout(
        stub: description, expected: count, arrived: callCount, timeout: timeout,
        remark: StubIssue(aboutMistakeOf: self)?.text ?? remarkOnStray)
    }
    return requests
  }
}

/// The requests that a test waited for did not arrive in time.
public struct StubWaitTimeout: LocalizedError, CustomStringConvertible, Sendable {
  let stub: String
  let expected: Int
  let arrived: Int
  let timeout: Duration
  /// Where a request may have gone instead.
  let remark: String?

  /// What was waited for, how long, and how many came.
  public var description: String {
    let requests = expected == 1 ? "1 request" : "\(expected) requests"
    let came = arrived == 0 ? "none came" : "\(arrived) came"
    return "Waited \(timeout) for \(requests) to \(stub), and \(came)."
      + (remark.map { "\n  → " + $0 } ?? "")
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}
