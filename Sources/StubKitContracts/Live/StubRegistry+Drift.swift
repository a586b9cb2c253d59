public import StubKit
import StubKitDrift

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension StubRegistry {
  /// Sends the real servers the requests that stubs have answered so far, and compares the answers.
  ///
  /// ```swift
  /// let report = try await registry.drift(authorizing: { request in
  ///   request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
  /// })
  /// print(report)
  /// ```
  /// This works like `.live(where:)` at the end of a test, but does not depend on `STUBKIT_LIVE`.
  /// Each harmful difference is also reported to the test, at the line of the stub.
  ///
  /// - Parameters:
  ///   - condition: Which requests are sent.
  ///   - methods: Methods besides `GET` and `HEAD`, for a server whose data the test may change.
  ///   - most: The most requests that the whole process may send, earlier calls included.
  ///   - isFailing: Whether a harmful difference fails the test; otherwise it is a warning.
  ///   - authorize: Adds the credentials of the real server to a request.
  /// - Throws: `CancellationError` if the task is cancelled.
  @discardableResult
  public func drift(
    where condition: RequestMatcher = anyRequest(), also methods: Set<StubRequest.Method> = [],
    atMost most: Int = 100, failing isFailing: Bool = false,
    authorizing authorize: (@Sendable (inout URLRequest) async throws -> Void)? = nil
  ) async throws -> DriftReport {
    let plan = DriftComparison.Plan(also: methods, most: most, authorizing: authorize)
    let comparison = await DriftComparison(
      of: exchanges.filter { condition.matches($0.request) }, by: plan)
    try Task.checkCancellation()
    let mistakes = condition.problems(in: "drift(where:)")
    tell(mistakes + comparison.problems(failing: isFailing))
    return DriftReport(comparison, remarks: mistakes.map(\.description))
  }
}
