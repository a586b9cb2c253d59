public import StubKit

/// Runs an operation with a registry of its own and a server that answers from it.
///
/// ```swift
/// try await withStubServer(network: .mobile3G) { server in
///   stub(condition: isPath("/users"), response: .json([]))
///   let request = HTTPClientRequest(url: "\(server.url)/users")
///   let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(5))
///   #expect(answer.status == .ok)
/// }
/// ```
/// This is `withStubs` with a server, which ends with the operation and answers from
/// `server.registry`.
@discardableResult
@_disfavoredOverload
public func withStubServer<Result>(
  unmatched: UnmatchedPolicy? = nil, network: NetworkProfile? = nil,
  clock: (any Clock<Duration>)? = nil, checking checks: any ExchangeCheck...,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (StubServer) async throws -> Result
) async throws -> Result {
  try await withStubs(
    unmatched: unmatched, network: network, clock: clock, fileID: fileID, filePath: filePath,
    line: line, column: column, isolation: isolation
  ) { registry in
    registry.begin(checking: checks)
    return try await operation(registry.serve())
  }
}

/// Runs a synchronous operation with a registry of its own and a server that answers from it.
///
/// This is `withStubServer` for code that does not await.
@discardableResult
public func withStubServer<Result>(
  unmatched: UnmatchedPolicy? = nil, network: NetworkProfile? = nil,
  clock: (any Clock<Duration>)? = nil, checking checks: any ExchangeCheck...,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ operation: (StubServer) throws -> Result
) throws -> Result {
  try withStubs(
    unmatched: unmatched, network: network, clock: clock, fileID: fileID, filePath: filePath,
    line: line, column: column
  ) { registry in
    registry.begin(checking: checks)
    return try operation(registry.serve())
  }
}
