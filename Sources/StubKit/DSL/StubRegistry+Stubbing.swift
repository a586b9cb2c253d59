extension StubRegistry {
  /// Answers matching requests to this registry with a value.
  ///
  /// The parameters are those of the free function `stub(condition:response:)`.
  @discardableResult
  public func stub(
    condition: RequestMatcher, named name: String? = nil, priority: Int = 0,
    times: Int? = nil, expected: StubCount = .usual, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    response: StubResponse
  ) -> Stub {
    Installation.ensure()
    let definition = Stub.Definition(
      condition: condition, name: name, priority: priority, times: times, expected: expected,
      location: StubLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    return register(definition, responder: .value(response))
  }

  /// Answers matching requests to this registry with what a closure returns for each.
  ///
  /// The parameters are those of the free function `stub(condition:response:)`.
  @discardableResult
  public func stub(
    condition: RequestMatcher, named name: String? = nil, priority: Int = 0,
    times: Int? = nil, expected: StubCount = .usual, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    response: @escaping @Sendable (StubRequest) throws -> StubResponse
  ) -> Stub {
    Installation.ensure()
    let definition = Stub.Definition(
      condition: condition, name: name, priority: priority, times: times, expected: expected,
      location: StubLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    return register(definition, responder: .closure(response))
  }

  /// Answers matching requests to this registry with what an async closure returns for each.
  ///
  /// The parameters are those of the free function `stub(condition:response:)`.
  @discardableResult
  public func stub(
    condition: RequestMatcher, named name: String? = nil, priority: Int = 0,
    times: Int? = nil, expected: StubCount = .usual, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    response: @escaping @Sendable (StubRequest) async throws -> StubResponse
  ) -> Stub {
    Installation.ensure()
    let definition = Stub.Definition(
      condition: condition, name: name, priority: priority, times: times, expected: expected,
      location: StubLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    return register(definition, responder: .asyncClosure(response))
  }

  /// Answers matching requests with the response of a closure, whose redirects follow a rule of their own.
  package func stub(
    condition: RequestMatcher, named name: String? = nil, expected: StubCount = .usual,
    redirectingBy rule: RedirectRule, fileID: String, filePath: String, line: Int, column: Int,
    response: @escaping @Sendable (StubRequest) throws -> StubResponse
  ) -> Stub {
    Installation.ensure()
    let definition = Stub.Definition(
      condition: condition, name: name, priority: 0, times: nil, expected: expected,
      location: StubLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      redirectRule: rule)
    return register(definition, responder: .closure(response))
  }
}
