public import StubKit

/// Runs an operation once for each order of the answers that are in flight together.
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
/// An answer is held until nothing else can happen. Then one of the held answers goes, or a task that
/// sleeps on `registry.clock` is woken, if it is due within a second. Each scenario chooses differently,
/// until every order was tried. A request that is cancelled while its answer waits gets a scenario in which
/// the answer was just faster: the answer goes, but the client notices it only after the cancel.
///
/// A scenario is broken for the same reasons as in `withEveryFault`; the parameters mean the same, too.
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
