public import Foundation

// Functions of other products, so that the compiler names the missing import instead of an unknown name.

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

/// Stands in `StubKitRecording`.
@available(
  *, unavailable,
  message: "write `import StubKitRecording`, a product that the target has to depend on"
)
@discardableResult
public func withRecording<Result>(
  to file: URL, mode: NotImported = [], redacting redaction: Redaction = .standard,
  matching parts: NotImported = [], timing: NotImported = [],
  _ operation: (StubRegistry) async throws -> Result
) async throws -> Result { throw CancellationError() }

/// Stands in `StubKitRecording`.
@available(
  *, unavailable,
  message: "write `import StubKitRecording`, a product that the target has to depend on"
)
@discardableResult
public func withRecording<Result>(
  to file: URL, mode: NotImported = [], redacting redaction: Redaction = .standard,
  matching parts: NotImported = [], timing: NotImported = [],
  _ operation: (StubRegistry) throws -> Result
) throws -> Result { throw CancellationError() }

/// Stands in `StubKitRecording`.
@available(
  *, unavailable,
  message: "write `import StubKitRecording`, a product that the target has to depend on"
)
@discardableResult
public func stub(
  har file: some Any, in bundle: Bundle? = nil, matching parts: NotImported = [],
  unmatched: UnmatchedPolicy? = nil,
  timing: NotImported = [], priority: Int = 0, expected: StubCount = .any, strict: Bool = false
) throws -> [Stub] { throw CancellationError() }

/// Stands in `StubKitRecording`.
@available(
  *, unavailable,
  message: "write `import StubKitRecording`, a product that the target has to depend on"
)
@discardableResult
public func stub(
  mocktail file: some Any, in bundle: Bundle? = nil, named name: String? = nil, priority: Int = 0,
  times: Int? = nil,
  expected: StubCount = .usual
) throws -> Stub { throw CancellationError() }

/// Stands in `StubKitRecording`.
@available(
  *, unavailable,
  message: "write `import StubKitRecording`, a product that the target has to depend on"
)
@discardableResult
public func stub(
  mocktailsIn folder: some Any, in bundle: Bundle? = nil, priority: Int = 0,
  expected: StubCount = .any
) throws -> [Stub] { throw CancellationError() }

/// Stands in `StubKitRecording`.
@available(
  *, unavailable,
  message: "write `import StubKitRecording`, a product that the target has to depend on"
)
@discardableResult
public func stub(
  folder: some Any, in bundle: Bundle? = nil, host: String, named name: String? = nil,
  priority: Int = 0,
  expected: StubCount = .usual
) throws -> Stub { throw CancellationError() }

extension StubRegistry {
  /// Stands in `StubKitRecording`.
  @available(
    *, unavailable,
    message: "write `import StubKitRecording`, a product that the target has to depend on"
  )
  @discardableResult
  public func stub(
    har file: some Any, in bundle: Bundle? = nil, matching parts: NotImported = [],
    unmatched: UnmatchedPolicy? = nil,
    timing: NotImported = [], priority: Int = 0, expected: StubCount = .any, strict: Bool = false
  ) throws -> [Stub] { throw CancellationError() }

  /// Stands in `StubKitRecording`.
  @available(
    *, unavailable,
    message: "write `import StubKitRecording`, a product that the target has to depend on"
  )
  @discardableResult
  public func stub(
    mocktail file: some Any, in bundle: Bundle? = nil, named name: String? = nil, priority: Int = 0,
    times: Int? = nil,
    expected: StubCount = .usual
  ) throws -> Stub { throw CancellationError() }

  /// Stands in `StubKitRecording`.
  @available(
    *, unavailable,
    message: "write `import StubKitRecording`, a product that the target has to depend on"
  )
  @discardableResult
  public func stub(
    mocktailsIn folder: some Any, in bundle: Bundle? = nil, priority: Int = 0,
    expected: StubCount = .any
  ) throws -> [Stub] { throw CancellationError() }

  /// Stands in `StubKitRecording`.
  @available(
    *, unavailable,
    message: "write `import StubKitRecording`, a product that the target has to depend on"
  )
  @discardableResult
  public func stub(
    folder: some Any, in bundle: Bundle? = nil, host: String, named name: String? = nil,
    priority: Int = 0,
    expected: StubCount = .usual
  ) throws -> Stub { throw CancellationError() }
}

/// Takes the place of types of `StubKitRecording`, so that a call which names their values is understood.
@available(
  *, unavailable,
  message: "write `import StubKitRecording`, a product that the target has to depend on"
)
public struct NotImported: ExpressibleByArrayLiteral {
  /// Takes any values.
  public init(arrayLiteral elements: NotImported...) {}
  /// A value of `StubKitRecording`.
  public static var once: NotImported { [] }
  /// A value of `StubKitRecording`.
  public static var rewrite: NotImported { [] }
  /// A value of `StubKitRecording`.
  public static var append: NotImported { [] }
  /// A value of `StubKitRecording`.
  public static var never: NotImported { [] }
  /// A value of `StubKitRecording`.
  public static var immediate: NotImported { [] }
  /// A value of `StubKitRecording`.
  public static var recorded: NotImported { [] }
  /// A value of `StubKitRecording`.
  public static var standard: NotImported { [] }
  /// A value of `StubKitRecording`.
  public static var method: NotImported { [] }
  /// A value of `StubKitRecording`.
  public static var host: NotImported { [] }
  /// A value of `StubKitRecording`.
  public static var path: NotImported { [] }
  /// A value of `StubKitRecording`.
  public static var query: NotImported { [] }
  /// A value of `StubKitRecording`.
  public static var body: NotImported { [] }
  /// A value of `StubKitRecording`.
  public static var anyBody: NotImported { [] }
}
