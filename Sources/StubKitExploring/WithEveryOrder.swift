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
/// An answer is held until nothing else can happen. Then one of the held answers is delivered, or
/// a task that sleeps on `registry.clock` is woken, unless an answer would then be held for more
/// than a second of that clock. Each scenario chooses differently, until every order has been
/// tried. If a request is cancelled while its answer is held, another scenario delivers that answer
/// just before the cancel, and the client notices the answer only afterwards.
///
/// `withEveryFault` describes the parameters, and when a scenario counts as broken.
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
