public import StubKit

/// Runs an operation again and again, and lets the answers that are in flight together go in each order.
///
/// ```swift
/// try await withEveryOrder { registry in
///   stub(condition: isPath("/search")) { request in
///     let query = request.queryItems.first { $0.name == "q" }?.value
///     return .json(["query": .string(query ?? "")])
///   }
///   let model = SearchModel(clock: registry.clock)
///   await model.type("a")
///   await model.type("ab")
///   await model.isDone()
///   #expect(model.results.query == "ab")
/// }
/// ```
/// An answer is held until nothing else can happen; then one of the held answers goes, or a task that
/// sleeps on `registry.clock` is woken first, if that is within a second. Each scenario chooses differently,
/// until every order was tried. A request that is cancelled while its answer waits gets a scenario in which
/// the answer was just faster: it goes, and is noticed only after the cancel.
///
/// What counts as broken, and the other parameters, are those of `withEveryFault`.
@discardableResult
public func withEveryOrder(
  limit: Int = 1_000, seed: UInt64 = 0, only: String? = nil,
  requests: Int = 1_000, patience: Duration = .milliseconds(500),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ operation: @escaping @Sendable (StubRegistry) async throws -> Void
) async throws -> ExplorationReport {
  let exploration = try Exploration(
    "withEveryOrder",
    at: StubLocation(fileID: fileID, filePath: filePath, line: line, column: column),
    limit: limit, seed: seed, only: only,
    limits: ScenarioLimits(requests: requests, patience: patience), of: operation)
  return try await exploration.everyOrder()
}
