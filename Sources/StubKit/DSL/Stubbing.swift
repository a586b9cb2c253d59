/// Answers matching requests with a value.
///
/// The stub is registered in `StubRegistry.current`: the registry of the scope, or `.shared`.
///
/// ```swift
/// stub(condition: isHost("api.example.com") && isPath("/users"), response: .json(["id": 1]))
/// ```
/// Among matching stubs the highest priority wins, then the newest.
///
/// - Parameters:
///   - condition: Which requests the stub answers.
///   - name: A name for reports.
///   - priority: Stubs of a higher priority are asked first.
///   - times: How many requests the stub answers before it steps aside; nil for no limit.
///   - expected: How many requests the stub must answer: `2`, `.atLeast(2)` or `.any`.
///   - response: The answer to each of these requests.
/// - Returns: A handle that tells what was requested, waits for requests, and removes the stub.
@discardableResult
public func stub(
  condition: RequestMatcher, named name: String? = nil, priority: Int = 0, times: Int? = nil,
  expected: StubCount = .standard, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, column: Int = #column, response: StubResponse
) -> Stub {
  StubRegistry.current(forStubAt: fileID, filePath, line, column).stub(
    condition: condition, named: name, priority: priority, times: times, expected: expected,
    fileID: fileID, filePath: filePath, line: line, column: column, response: response)
}

/// Answers matching requests with what a closure returns; a thrown error fails the request.
///
/// ```swift
/// stub(condition: isPathTemplate("/users/{id}")) { request in
///   .text("user \(request.pathParameters["id"] ?? "?")")
/// }
/// ```
/// The parameters are those of `stub(condition:response:)` with a value.
@discardableResult
public func stub(
  condition: RequestMatcher, named name: String? = nil, priority: Int = 0, times: Int? = nil,
  expected: StubCount = .standard, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, column: Int = #column,
  response: @escaping @Sendable (StubRequest) throws -> StubResponse
) -> Stub {
  StubRegistry.current(forStubAt: fileID, filePath, line, column).stub(
    condition: condition, named: name, priority: priority, times: times, expected: expected,
    fileID: fileID, filePath: filePath, line: line, column: column, response: response)
}

/// Answers matching requests with what an async closure returns; a thrown error fails the request.
///
/// ```swift
/// stub(condition: isPath("/slow")) { request in
///   await gate.opened()
///   return .text("at last")
/// }
/// ```
/// The parameters are those of `stub(condition:response:)` with a value.
@discardableResult
public func stub(
  condition: RequestMatcher, named name: String? = nil, priority: Int = 0, times: Int? = nil,
  expected: StubCount = .standard, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, column: Int = #column,
  response: @escaping @Sendable (StubRequest) async throws -> StubResponse
) -> Stub {
  StubRegistry.current(forStubAt: fileID, filePath, line, column).stub(
    condition: condition, named: name, priority: priority, times: times, expected: expected,
    fileID: fileID, filePath: filePath, line: line, column: column, response: response)
}

/// Answers matching requests with what a closure on the main actor returns.
///
/// ```swift
/// stub(condition: isPath("/visits")) { @MainActor _ in .text("\(counter.count)") }
/// ```
/// A thrown error fails the request. The parameters are those of `stub(condition:response:)` with a
/// value; leave `actor` out: it only tells this function from those for other closures.
@discardableResult
public func stub(
  condition: RequestMatcher, named name: String? = nil, priority: Int = 0, times: Int? = nil,
  expected: StubCount = .standard, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, column: Int = #column, on actor: MainActor.Type = MainActor.self,
  response: @escaping @MainActor (StubRequest) throws -> StubResponse
) -> Stub {
  StubRegistry.current(forStubAt: fileID, filePath, line, column).stub(
    condition: condition, named: name, priority: priority, times: times, expected: expected,
    fileID: fileID, filePath: filePath, line: line, column: column, response: response)
}

extension StubRegistry {
  /// Answers the matching requests of this registry with a value.
  ///
  /// The parameters are those of the free function `stub(condition:response:)`.
  @discardableResult
  public func stub(
    condition: RequestMatcher, named name: String? = nil, priority: Int = 0, times: Int? = nil,
    expected: StubCount = .standard, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column, response: StubResponse
  ) -> Stub {
    let place = StubLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return stub(
      condition: condition, named: name, priority: priority, times: times, expected: expected,
      at: place, answeredBy: .value(response))
  }

  /// Answers the matching requests of this registry with what a closure returns for each.
  ///
  /// The parameters are those of the free function `stub(condition:response:)`.
  @discardableResult
  public func stub(
    condition: RequestMatcher, named name: String? = nil, priority: Int = 0, times: Int? = nil,
    expected: StubCount = .standard, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column,
    response: @escaping @Sendable (StubRequest) throws -> StubResponse
  ) -> Stub {
    let place = StubLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return stub(
      condition: condition, named: name, priority: priority, times: times, expected: expected,
      at: place, answeredBy: .closure(response))
  }

  /// Answers the matching requests of this registry with what an async closure returns for each.
  ///
  /// The parameters are those of the free function `stub(condition:response:)`.
  @discardableResult
  public func stub(
    condition: RequestMatcher, named name: String? = nil, priority: Int = 0, times: Int? = nil,
    expected: StubCount = .standard, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column,
    response: @escaping @Sendable (StubRequest) async throws -> StubResponse
  ) -> Stub {
    let place = StubLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return stub(
      condition: condition, named: name, priority: priority, times: times, expected: expected,
      at: place, answeredBy: .asyncClosure(response))
  }

  /// Answers the matching requests of this registry with what a closure on the main actor returns.
  ///
  /// The parameters are those of the free function `stub(condition:response:)`.
  @discardableResult
  public func stub(
    condition: RequestMatcher, named name: String? = nil, priority: Int = 0, times: Int? = nil,
    expected: StubCount = .standard, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column, on actor: MainActor.Type = MainActor.self,
    response: @escaping @MainActor (StubRequest) throws -> StubResponse
  ) -> Stub {
    let place = StubLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return stub(
      condition: condition, named: name, priority: priority, times: times, expected: expected,
      at: place, answeredBy: .asyncClosure(response))
  }

  /// Registers a stub; every way to register one ends here.
  package func stub(
    condition: RequestMatcher, named name: String?, priority: Int = 0, times: Int? = nil,
    expected: StubCount, at place: StubLocation, answeredBy responder: Responder,
    redirectingBy redirectRule: RedirectRule? = nil
  ) -> Stub {
    Installation.ensure()
    let definition = Stub.Definition(
      condition: condition, name: name, priority: priority, times: times, expected: expected,
      location: place, redirectRule: redirectRule)
    return register(definition, responder: responder)
  }
}
