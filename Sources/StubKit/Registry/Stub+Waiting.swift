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
  /// - Throws: `StubWaitTimeout` when the time is over, or sooner if no more requests can come, as
  /// after a reset of the registry; `CancellationError` if the task is cancelled.
  @discardableResult
  public func waitForRequests(
    count: Int = 1, until stage: Stage = .arrived, timeout: Duration = .seconds(5)
  ) async throws -> [StubRequest] {
    let (answers, isReached) = AsyncStream.makeStream(of: Bool.self)
    state.withLock { state in
      state[self].add((stage, count, isReached))
      if !state.isActive(self) { state[self].endWaitsInVain() }
    }
    let timer = Task {
      try await Task.sleep(for: timeout.withinCentury)
      isReached.yield(false)
    }
    defer { timer.cancel() }
    // The stream ends without an answer if no more requests can come, or if the task is cancelled.
    let answer = await answers.first { _ in true }
    if answer == true { return requests }
    try Task.checkCancellation()
    throw StubWaitTimeout(answer.map { _ in timeout }, for: count, to: self, until: stage)
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

/// The requests that a test waited for did not arrive or end in time, or can no longer come.
public struct StubWaitTimeout: DescribedError, Sendable {
  /// What was waited for, how many requests came, and why no more can come, if that ended the wait.
  public let description: String

  /// `timeout` is nil if the wait has ended sooner, since no more requests can come.
  init(_ timeout: Duration?, for count: Int, to stub: Stub, until stage: Stub.Stage) {
    let (arrived, ended) = (stub.callCount, stub.endingCount)
    var came = arrived == 0 ? "none came" : "\(arrived) came"
    if stage == .ended, arrived > 0 {
      came += ", of which \(ended == 0 ? "none" : "\(ended)") ended"
    }
    let goal = "\(count.requests) to \(stub)\(stage == .ended ? " to end" : "")"
    let end =
      stub.times.map { arrived >= $0 } == true
      ? "The stub has answered as often as it may (`times:`): wait for fewer requests."
      : "The stub was removed, or its registry was reset, before they came: wait before you "
        + "remove or reset, or wait for the stub that answers now."
    let remark =
      StubIssue(aboutMistakeOf: stub)?.text ?? (timeout == nil ? end : nil)
      ?? stub.remarkOnLostRequest ?? stub.remarkOnManualClock
    description =
      "Waited \(timeout.map { "\($0)" } ?? "in vain") for \(goal), and \(came)."
      + (remark.map { "\n  → " + $0 } ?? "")
  }
}
