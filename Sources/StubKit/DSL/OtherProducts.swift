public import Foundation

// Functions of other products, so that the compiler names the missing import instead of an unknown name.
// Each stands for several there: those that differ only in an await, or in what is read.

/// Stands in `StubKitExploring`.
@available(*, unavailable, message: "write `import StubKitExploring`, and depend on this product")
public func withEveryFault(
  _ first: NotImported, _ others: NotImported..., among condition: RequestMatcher? = nil,
  striking rounds: NotImported = [], limit: Int = 1_000, seed: UInt64 = 0, only: String? = nil,
  requests: Int = 1_000, patience: Duration = .milliseconds(500),
  _ operation: @escaping @Sendable (StubRegistry) async throws -> Void
) async throws {}

/// Stands in `StubKitExploring`.
@available(*, unavailable, message: "write `import StubKitExploring`, and depend on this product")
public func withEveryFault(
  _ faults: NotImported = [], among condition: RequestMatcher? = nil,
  striking rounds: NotImported = [], limit: Int = 1_000, seed: UInt64 = 0, only: String? = nil,
  requests: Int = 1_000, patience: Duration = .milliseconds(500),
  _ operation: @escaping @Sendable (StubRegistry) async throws -> Void
) async throws {}

/// Stands in `StubKitExploring`.
@available(*, unavailable, message: "write `import StubKitExploring`, and depend on this product")
public func withEveryOrder(
  limit: Int = 1_000, seed: UInt64 = 0, only: String? = nil,
  requests: Int = 1_000, patience: Duration = .milliseconds(500),
  _ operation: @escaping @Sendable (StubRegistry) async throws -> Void
) async throws {}

/// Stands in `StubKitRecording`.
@available(*, unavailable, message: "write `import StubKitRecording`, and depend on this product")
@discardableResult
public func withRecording<Result>(
  to file: URL, mode: NotImported = [], redacting redaction: Redaction = .standard,
  matching parts: NotImported = [], timing: NotImported = [],
  _ operation: (StubRegistry) async throws -> Result
) throws -> Result { throw CancellationError() }

/// Stands in `StubKitRecording`.
@available(*, unavailable, message: "write `import StubKitRecording`, and depend on this product")
@discardableResult
public func stub(
  har: Any? = nil, mocktailsIn: Any? = nil, in bundle: Bundle? = nil,
  matching parts: NotImported = [], unmatched: UnmatchedPolicy? = nil, timing: NotImported = [],
  priority: Int = 0, expected: StubCount = .any, strict: Bool = false
) throws -> [Stub] { [] }

/// Stands in `StubKitRecording`.
@available(*, unavailable, message: "write `import StubKitRecording`, and depend on this product")
@discardableResult
public func stub(
  mocktail: Any? = nil, folder: Any? = nil, in bundle: Bundle? = nil, host: String = "",
  named name: String? = nil, priority: Int = 0, times: Int? = nil, expected: StubCount = .usual
) throws -> Stub { throw CancellationError() }

@available(*, unavailable, message: "write `import StubKitRecording`, and depend on this product")
extension StubRegistry {
  /// Stands in `StubKitRecording`.
  @discardableResult
  public func stub(
    har: Any? = nil, mocktailsIn: Any? = nil, in bundle: Bundle? = nil,
    matching parts: NotImported = [], unmatched: UnmatchedPolicy? = nil, timing: NotImported = [],
    priority: Int = 0, expected: StubCount = .any, strict: Bool = false
  ) throws -> [Stub] { [] }

  /// Stands in `StubKitRecording`.
  @discardableResult
  public func stub(
    mocktail: Any? = nil, folder: Any? = nil, in bundle: Bundle? = nil, host: String = "",
    named name: String? = nil, priority: Int = 0, times: Int? = nil, expected: StubCount = .usual
  ) throws -> Stub { throw CancellationError() }
}

@available(*, unavailable, message: "write `import StubKitRecording`, and depend on this product")
extension StubResponse {
  /// Stands in `StubKitRecording`.
  public static func httpMessage(file: URL) -> StubResponse { .hang }

  /// Stands in `StubKitRecording`.
  public static func httpMessage(_ name: String, in bundle: Bundle) -> StubResponse { .hang }

  /// Stands in `StubKitRecording`.
  public static func httpMessage(data: Data) -> StubResponse { .hang }
}

/// Takes the place of other products' types, so that a call which names their values is understood.
@available(
  *, unavailable,
  message: "write the import of its product: StubKitRecording or StubKitExploring"
)
public enum NotImported: ExpressibleByArrayLiteral {
  /// A value of `StubKitRecording`.
  case once, rewrite, append, never, immediate, recorded
  /// A value of `StubKitRecording`.
  case standard, method, host, path, query, body, anyBody
  /// A value of `StubKitExploring`.
  case common, all, always, offline, dnsFailure, timeout, tlsFailure, connectionLost, cutOff, slow
  /// A value of `StubKitExploring`.
  case unavailable, tooManyRequests, unauthorized, captivePortal, truncatedBody, emptyBody
  /// A value of `StubKitExploring`.
  case damagedBody, wrongType
  /// A value of `StubKitExploring`.
  case status(Int)
  /// A value of `StubKitExploring`.
  case failure(URLError.Code)

  /// Takes any values.
  public init(arrayLiteral elements: NotImported...) { self = .once }
}
