/// Expects requests that no stub matches while an operation runs.
///
/// ```swift
/// try await withUnmatchedRequests(matching: isPath("/avatar")) {
///   let user = try await app.user()
///   #expect(user.avatar == .placeholder)
/// }
/// ```
/// An expected request is no issue of the test, and `verify()` does not list it; the client still
/// gets its error, and `unmatchedRequests` has the request. If no such request comes, and the
/// operation throws no error, that is an issue at the line of this call.
///
/// While the operation runs, the expectation covers all requests that `StubRegistry.current`
/// answers, from any task, and those of scopes within the operation. Of the requests that a policy
/// lets go to the network, only those in the log of `StubRegistry.current` count.
@discardableResult
public func withUnmatchedRequests<Result>(
  matching matcher: RequestMatcher = anyRequest(),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  isolation: isolated (any Actor)? = #isolation,
  _ operation: () async throws -> Result
) async rethrows -> Result {
  let registry = StubRegistry.current
  let expectation = registry.expectUnmatched(
    matcher, at: .init(fileID: fileID, filePath: filePath, line: line, column: column))
  var isAfterError = true
  defer { registry.end(expectation, afterError: isAfterError) }
  let result = try await operation()
  isAfterError = false
  return result
}

/// Expects requests that no stub matches while a synchronous operation runs.
///
/// This overload is for code that does not await, such as tests that use completion handlers.
@discardableResult
public func withUnmatchedRequests<Result>(
  matching matcher: RequestMatcher = anyRequest(),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ operation: () throws -> Result
) rethrows -> Result {
  let registry = StubRegistry.current
  let expectation = registry.expectUnmatched(
    matcher, at: .init(fileID: fileID, filePath: filePath, line: line, column: column))
  var isAfterError = true
  defer { registry.end(expectation, afterError: isAfterError) }
  let result = try operation()
  isAfterError = false
  return result
}
