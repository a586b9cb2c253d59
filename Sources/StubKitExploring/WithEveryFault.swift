public import StubKit

/// Runs an operation once as it is, and then once for each of its requests with each given fault.
///
/// ```swift
/// @Test(.stubbed) func `the list never stays empty without a word`() async throws {
///   try await withEveryFault(.offline, .timeout, .status(500), .cutOff) { registry in
///     stub(condition: isPath("/users"), response: .json([["name": "Ada"]]))
///     let model = ListModel(clock: registry.clock)
///     await model.refresh()
///     #expect(!model.isLoading)
///     #expect(model.users == ["Ada"] || model.message != nil)
///   }
/// }
/// ```
/// Each scenario has a registry and a clock of its own, and waits for no real time: a task that
/// sleeps on `registry.clock` is woken as soon as nothing else can happen. The operation registers
/// its stubs anew each time, and asserts what must hold *whatever happens*. A scenario is broken if
/// the operation throws, if an assertion fails in it, if no stub matches a request, or if the
/// operation does not end.
///
/// - Parameters:
///   - first: The first fault.
///   - others: More faults.
///   - condition: The requests that the faults may strike; nil for all requests.
///   - rounds: Whether the fault also strikes when the client repeats the request.
///   - limit: The most scenarios to run; if there are more, `seed` decides which of them run.
///   - seed: The seed of that random choice.
///   - only: The name of the only scenario to run, from a report.
///   - requests: How many requests a scenario may make before it counts as one that never ends.
///   - patience: How long, in real time, nothing may happen before the operation counts as hung.
///   - operation: The code to run in each scenario, with the scenario's registry.
/// - Returns: The result of each scenario.
/// - Throws: `ExplorationError` if a scenario is broken, or an error that says why none could run.
@discardableResult
public func withEveryFault(
  _ first: NetworkFault, _ others: NetworkFault..., among condition: RequestMatcher? = nil,
  striking rounds: FaultRounds = .once, limit: Int = 1_000, seed: UInt64 = 0, only: String? = nil,
  requests: Int = 1_000, patience: Duration = .milliseconds(500),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ operation: @escaping @Sendable (StubRegistry) async throws -> Void
) async throws -> ExplorationReport {
  try await withEveryFault(
    [first] + others, among: condition, striking: rounds, limit: limit, seed: seed, only: only,
    requests: requests, patience: patience, fileID: fileID, filePath: filePath, line: line,
    column: column, operation)
}

/// Runs an operation once as it is, and then once for each of its requests and each listed fault.
///
/// The list is `.common` by default; pass `.all` or a list of your own for other faults.
@discardableResult
public func withEveryFault(
  _ faults: [NetworkFault] = .common, among condition: RequestMatcher? = nil,
  striking rounds: FaultRounds = .once, limit: Int = 1_000, seed: UInt64 = 0, only: String? = nil,
  requests: Int = 1_000, patience: Duration = .milliseconds(500),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ operation: @escaping @Sendable (StubRegistry) async throws -> Void
) async throws -> ExplorationReport {
  let exploration = try Exploration(
    "withEveryFault",
    at: StubLocation(fileID: fileID, filePath: filePath, line: line, column: column),
    limit: limit, seed: seed, only: only,
    limits: ScenarioLimits(requests: requests, patience: patience), of: operation)
  return try await exploration.everyFault(faults, among: condition, striking: rounds)
}
