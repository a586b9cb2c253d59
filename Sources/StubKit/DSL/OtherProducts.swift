// Functions that stand in products of their own, so that the compiler says which, to whoever has not
// imported it: a name that it does not know at all would help nobody.

/// Stands in `StubKitExploring`.
@available(
  *, unavailable,
  message: "write `import StubKitExploring`, a product that the target has to depend on"
)
public func withEveryFault(
  _ first: NetworkFault, _ others: NetworkFault..., among condition: RequestMatcher? = nil,
  striking rounds: FaultRounds = .once, limit: Int = 1_000, seed: UInt64 = 0, only: String? = nil,
  requests: Int = 1_000, patience: Duration = .milliseconds(500),
  _ operation: @escaping @Sendable (StubRegistry) async throws -> Void
) async throws {}

/// Stands in `StubKitExploring`.
@available(
  *, unavailable,
  message: "write `import StubKitExploring`, a product that the target has to depend on"
)
public func withEveryFault(
  _ faults: [NetworkFault] = .common, among condition: RequestMatcher? = nil,
  striking rounds: FaultRounds = .once, limit: Int = 1_000, seed: UInt64 = 0, only: String? = nil,
  requests: Int = 1_000, patience: Duration = .milliseconds(500),
  _ operation: @escaping @Sendable (StubRegistry) async throws -> Void
) async throws {}

/// Stands in `StubKitExploring`.
@available(
  *, unavailable,
  message: "write `import StubKitExploring`, a product that the target has to depend on"
)
public func withEveryOrder(
  limit: Int = 1_000, seed: UInt64 = 0, only: String? = nil,
  requests: Int = 1_000, patience: Duration = .milliseconds(500),
  _ operation: @escaping @Sendable (StubRegistry) async throws -> Void
) async throws {}
