import Foundation

extension Stub {
  /// Waits until the stub has been claimed `count` times in all, and returns its requests.
  ///
  /// ```swift
  /// let upload = stub(condition: isPath("/upload"), response: .status(201))
  /// app.startUploadInBackground()
  /// let request = try await upload.waitForRequests()[0]
  /// ```
  /// With `until: .ended` it also waits until the answers have ended, in whatever way. Use it to
  /// see what an app does with a response, and to leave nothing under way.
  ///
  /// It never polls. The timeout is wall time, whatever clock the registry has, because it guards
  /// the test, not the simulation.
  ///
  /// - Throws: `StubWaitTimeout` when the time is over, `CancellationError` if the task is
  /// cancelled.
  @discardableResult
  public func waitForRequests(
    count: Int = 1, until stage: Stage = .arrived, timeout: Duration = .seconds(5)
  ) async throws -> [StubRequest] {
    guard await wait(for: count, until: stage, timeout: timeout) else {
      try Task.checkCancellation()
      throw StubWaitTimeout(of: timeout, for: count, to: self, until: stage)
    }
    return requests
  }

  /// A stage of a request that a test can wait for; later versions may add stages.
  public struct Stage: Sendable, Hashable, CustomStringConvertible {
    /// The stage in a word.
    public let description: String

    /// The stub was claimed for the request; the answer may still be on its way.
    public static let arrived = Stage(description: "arrived")
    /// The request has ended, in whatever way, and its `StubExchange` says so.
    public static let ended = Stage(description: "ended")
  }
}

/// The requests that a test waited for did not arrive, or did not end, in time.
public struct StubWaitTimeout: DescribedError, Sendable {
  /// The requests waited for, the time, and how many requests came.
  public let description: String

  init(of timeout: Duration, for count: Int, to stub: Stub, until stage: Stub.Stage) {
    let (arrived, ended) = (stub.callCount, stub.endingCount)
    var came = arrived == 0 ? "none came" : "\(arrived) came"
    if stage == .ended, arrived > 0 {
      came += ", of which \(ended == 0 ? "none" : "\(ended)") ended"
    }
    let end = stage == .ended ? " to end" : ""
    let remark =
      StubIssue(aboutMistakeOf: stub)?.text ?? stub.remarkOnLostRequest ?? stub.remarkOnManualClock
    description =
      "Waited \(timeout) for \(count.requests) to \(stub)\(end), and \(came)."
      + (remark.map { "\n  → " + $0 } ?? "")
  }
}
