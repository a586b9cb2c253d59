/// Runs an operation with a registry of its own, which answers every request made within it.
///
/// Within the operation and its child tasks, `stub(condition:response:)` registers in this
/// registry; other tests do not see it. When the operation ends, the registry is gone, but requests
/// that are still in flight are answered to their end.
///
/// ```swift
/// try await withStubs { registry in
///   stub(condition: isPath("/users"), response: .json([]))
///   try await app.refresh()
///   #expect(registry.unmatchedRequests.isEmpty)
/// }
/// ```
/// A setting that you leave out is inherited from the surrounding scope; stubs are never inherited.
/// In a `.stubbed` test or a `StubbedTestCase`, every issue within the scope is also an issue of
/// the test. In any other test, a request that fails, for example because no stub matches it, is no
/// issue: the client gets the error.
///
/// The checks given as `checking:` judge every exchange (see `ExchangeCheck`).
///
/// A stub's closure that captures `registry` keeps the registry alive forever. Use
/// `StubRegistry.current` there instead.
@discardableResult
@_disfavoredOverload
public func withStubs<Result>(
  unmatched: UnmatchedPolicy? = nil, network: NetworkProfile? = nil,
  clock: (any Clock<Duration>)? = nil, checking checks: any ExchangeCheck...,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (StubRegistry) async throws -> Result
) async rethrows -> Result {
  let registry = StubRegistry.beginScope(unmatched: unmatched, network: network, clock: clock)
  defer { registry.endScope() }
  registry.begin(checking: checks)
  registry.place(at: .init(fileID: fileID, filePath: filePath, line: line, column: column))
  registry.watchClock()
  defer { registry.reportStandingClock() }
  do {
    let result = try await registry.surrounding(isolation: isolation) {
      try await registry.inLane(isolation: isolation) { try await operation(registry) }
    }
    await registry.judgeWholeElsewhere()
    registry.reportCounts()
    return result
  } catch {
    if !TestingLibrary.current.isSkip(error) { await registry.judgeWholeElsewhere() }
    registry.reportCounts(after: error)
    throw error
  }
}

/// Runs a synchronous operation with a registry of its own.
///
/// This overload is for code that does not await, such as tests that use completion handlers. Even
/// in an asynchronous test, the compiler takes an operation without `await` for a synchronous one:
/// write `await` before `withStubs` if, and only if, the operation contains an `await`.
@discardableResult
public func withStubs<Result>(
  unmatched: UnmatchedPolicy? = nil, network: NetworkProfile? = nil,
  clock: (any Clock<Duration>)? = nil, checking checks: any ExchangeCheck...,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ operation: (StubRegistry) throws -> Result
) rethrows -> Result {
  let registry = StubRegistry.beginScope(unmatched: unmatched, network: network, clock: clock)
  defer { registry.endScope() }
  registry.begin(checking: checks)
  registry.place(at: .init(fileID: fileID, filePath: filePath, line: line, column: column))
  registry.watchClock()
  do {
    let result = try registry.surrounding { try operation(registry) }
    registry.reportCounts()
    return result
  } catch {
    registry.reportCounts(after: error)
    throw error
  }
}
