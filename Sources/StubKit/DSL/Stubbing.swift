/// Answers matching requests with a value.
///
/// It is registered in `StubRegistry.current`: the registry of the scope, or `.shared`.
///
/// ```swift
/// stub(condition: isHost("api.example.com") && isPath("/users"), response: .json(["id": 1]))
/// ```
///
/// Among matching stubs the highest priority wins, then the newest.
///
/// - Parameters:
///   - condition: Which requests it answers.
///   - name: A name for reports.
///   - priority: Stubs of a higher priority are asked first.
///   - times: How many requests it answers before it steps aside; nil for no limit.
///   - expected: How many requests it has to answer: `2`, `.atLeast(2)`, `.any`; see `StubCount`.
///   - response: What comes back.
/// - Returns: A handle that tells what was requested, waits for requests, and removes the stub.
@discardableResult
public func stub(
  condition: RequestMatcher, named name: String? = nil, priority: Int = 0,
  times: Int? = nil, expected: StubCount = .usual, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  response: StubResponse
) -> Stub {
  StubRegistry.current(forStubAt: fileID, filePath, line, column).stub(
    condition: condition, named: name, priority: priority, times: times, expected: expected,
    fileID: fileID, filePath: filePath, line: line, column: column, response: response)
}

/// Answers matching requests with what a closure returns; a thrown error fails the request.
///
/// It is registered in `StubRegistry.current`: the registry of the scope, or `.shared`.
///
/// ```swift
/// stub(condition: isPathTemplate("/users/{id}")) { request in
///   .text("user \(request.pathParameters["id"] ?? "?")")
/// }
/// ```
///
/// Among matching stubs the highest priority wins, then the newest.
///
/// - Parameters:
///   - condition: Which requests it answers.
///   - name: A name for reports.
///   - priority: Stubs of a higher priority are asked first.
///   - times: How many requests it answers before it steps aside; nil for no limit.
///   - expected: How many requests it has to answer: `2`, `.atLeast(2)`, `.any`; see `StubCount`.
///   - response: What comes back.
/// - Returns: A handle that tells what was requested, waits for requests, and removes the stub.
@discardableResult
public func stub(
  condition: RequestMatcher, named name: String? = nil, priority: Int = 0,
  times: Int? = nil, expected: StubCount = .usual, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  response: @escaping @Sendable (StubRequest) throws -> StubResponse
) -> Stub {
  StubRegistry.current(forStubAt: fileID, filePath, line, column).stub(
    condition: condition, named: name, priority: priority, times: times, expected: expected,
    fileID: fileID, filePath: filePath, line: line, column: column, response: response)
}

/// Answers matching requests with what an async closure returns; a thrown error fails the request.
///
/// It is registered in `StubRegistry.current`: the registry of the scope, or `.shared`.
///
/// ```swift
/// stub(condition: isPath("/slow")) { request in
///   await gate.opened()
///   return .text("at last")
/// }
/// ```
///
/// Among matching stubs the highest priority wins, then the newest.
///
/// - Parameters:
///   - condition: Which requests it answers.
///   - name: A name for reports.
///   - priority: Stubs of a higher priority are asked first.
///   - times: How many requests it answers before it steps aside; nil for no limit.
///   - expected: How many requests it has to answer: `2`, `.atLeast(2)`, `.any`; see `StubCount`.
///   - response: What comes back.
/// - Returns: A handle that tells what was requested, waits for requests, and removes the stub.
@discardableResult
public func stub(
  condition: RequestMatcher, named name: String? = nil, priority: Int = 0,
  times: Int? = nil, expected: StubCount = .usual, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  response: @escaping @Sendable (StubRequest) async throws -> StubResponse
) -> Stub {
  StubRegistry.current(forStubAt: fileID, filePath, line, column).stub(
    condition: condition, named: name, priority: priority, times: times, expected: expected,
    fileID: fileID, filePath: filePath, line: line, column: column, response: response)
}
