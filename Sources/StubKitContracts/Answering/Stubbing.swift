import Foundation
public import StubKit

/// Answers an operation of a description with its example, or a value made from its schema.
///
/// ```swift
/// stub(api, "getUser")                  // GET /users/{id}, on the servers of the description
/// stub(api, "getUser", status: 404)     // with the example of another status
/// ```
/// An operation without an ID is named by its method and path: `"GET /users/{id}"`.
///
/// - Parameters:
///   - api: The description.
///   - operation: The operation's ID.
///   - status: By default the lowest 2xx described, or else 1xx or 3xx, `default`, or an error.
///   - example: The name of one of the response's `examples`.
///   - seed: 0 makes a small value from the schema; any other seed a random, repeatable one.
///   - name: A name for reports; by default `operation`.
///   - priority: Stubs of a higher priority are tried first.
///   - times: How many requests the stub answers before it steps aside; nil for no limit.
///   - expected: How many requests the stub has to answer.
@discardableResult
public func stub(
  _ api: OpenAPI, _ operation: String, status: Int? = nil, example: String? = nil,
  seed: UInt64 = 0, named name: String? = nil, priority: Int = 0, times: Int? = nil,
  expected: StubCount = .standard, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, column: Int = #column
) -> Stub {
  StubRegistry.current(forStubAt: fileID, filePath, line, column).stub(
    api, operation, status: status, example: example, seed: seed, named: name, priority: priority,
    times: times, expected: expected, fileID: fileID, filePath: filePath, line: line, column: column
  )
}

/// Answers every operation of a description with its example, or a value made from its schema.
///
/// ```swift
/// stub(api, server: "https://api.example.com")
/// ```
/// These stubs need not be used, and have the lowest priority: any other stub of the test is tried
/// first.
///
/// - Parameters:
///   - api: The description.
///   - server: The address to which the description's paths are appended.
///   - seed: 0 makes small values from schemas; any other seed random, repeatable ones.
@discardableResult
public func stub(
  _ api: OpenAPI, server: String, seed: UInt64 = 0, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) -> [Stub] {
  StubRegistry.current(forStubAt: fileID, filePath, line, column).stub(
    api, server: server, seed: seed, fileID: fileID, filePath: filePath, line: line, column: column)
}

extension StubRegistry {
  /// Answers an operation of a description, as the global function `stub` does.
  @discardableResult
  public func stub(
    _ api: OpenAPI, _ operation: String, status: Int? = nil, example: String? = nil,
    seed: UInt64 = 0, named name: String? = nil, priority: Int = 0, times: Int? = nil,
    expected: StubCount = .standard, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) -> Stub {
    let contract = api.contract
    let (condition, response): (RequestMatcher, StubResponse)
    if let found = contract.operation(named: operation) {
      condition = found.condition(on: found.servers ?? contract.servers)
      response = contract.answer(of: found, status: status, example: example, seed: seed)
    } else {
      condition = RequestMatcher(
        mistakeIn: "stub(api, \(operation.debugDescription))",
        api.fault?.description
          ?? "\(contract.name) has no such operation" + contract.suggestion(for: operation))
      response = .status(501)
    }
    return stub(
      condition: condition, named: name ?? operation, priority: priority, times: times,
      expected: expected, fileID: fileID, filePath: filePath, line: line, column: column,
      response: response)
  }

  /// Answers every operation of a description, as the global function `stub` does.
  @discardableResult
  public func stub(
    _ api: OpenAPI, server: String, seed: UInt64 = 0, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> [Stub] {
    let contract = api.contract
    guard api.fault == nil, let template = ServerTemplate(server), template.origin != nil else {
      let mistake = RequestMatcher(
        mistakeIn: "stub(api, server: \(server.debugDescription))",
        api.fault?.description
          ?? "a server is an address such as \"https://api.example.com/v1\"")
      return [
        stub(
          condition: mistake, fileID: fileID, filePath: filePath, line: line, column: column,
          response: .status(501))
      ]
    }
    // Of stubs with equal priority the newest is tried first, so the most concrete path is added
    // last; of equally concrete paths, the first one in `operations` is added last.
    let operations = contract.operations.reversed().sorted { first, second in
      first.segments.lazy.map(\.concreteness).lexicographicallyPrecedes(
        second.segments.lazy.map(\.concreteness))
    }
    return operations.map { operation in
      stub(
        condition: operation.condition(on: [template]), named: operation.title, priority: .min,
        expected: .any, fileID: fileID, filePath: filePath, line: line, column: column,
        response: contract.answer(of: operation, status: nil, example: nil, seed: seed))
    }
  }
}

extension Contract {
  func operation(named name: String) -> Operation? {
    operations.first { $0.id == name } ?? operations.first { "\($0.method) \($0.path)" == name }
  }

  /// The end of a message about an unknown name: operations with similar names, or else any.
  fileprivate func suggestion(for name: String) -> String {
    let lower = name.lowercased()
    let close = operations.map(\.title).filter {
      $0.lowercased().contains(lower) || lower.contains($0.lowercased())
    }
    let shown = (close.isEmpty ? operations.map(\.title) : close).sorted().prefix(5)
    return shown.isEmpty ? "" : "; it has \(shown.joined(separator: ", "))"
  }

  /// If no response can be made, returns a failure that says why.
  fileprivate func answer(
    of operation: Operation, status: Int?, example: String?, seed: UInt64
  ) -> StubResponse {
    do {
      return try OperationAnswer(
        contract: self, operation: operation, status: status, example: example, seed: seed
      ).response()
    } catch {
      return .failure(URLError.brokenResponse(.badServerResponse, "\(name): \(error)"))
    }
  }
}
