// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// Stand-ins for functions of other products, so that the compiler names the missing import.
// Most stand for several overloads, which differ in an `await`, in a list, or in what they read.

@available(*, unavailable, message: "write `import StubKitExploring`, or fix the arguments")
public func withEveryFault(
  _ faults: _NotImported..., among condition: RequestMatcher? = nil,
  striking rounds: _NotImported = [], limit: Int = 1_000, seed: UInt64 = 0, only: String? = nil,
  requests: Int = 1_000, patience: Duration = .milliseconds(500),
  _ operation: @escaping @Sendable (StubRegistry) async throws -> Void
) async throws {}

@available(*, unavailable, message: "write `import StubKitExploring`, or fix the arguments")
public func withEveryOrder(
  limit: Int = 1_000, seed: UInt64 = 0, only: String? = nil,
  requests: Int = 1_000, patience: Duration = .milliseconds(500),
  _ operation: @escaping @Sendable (StubRegistry) async throws -> Void
) async throws {}

@available(*, unavailable, message: "write `import StubKitRecording`, or fix the arguments")
@discardableResult
public func withRecording<Result>(
  to file: URL, mode: _NotImported = [], redacting redaction: _NotImported = .standard,
  matching parts: _NotImported = [], timing: _NotImported = [],
  _ operation: (StubRegistry) async throws -> Result
) throws -> Result { throw CancellationError() }

@available(
  *, unavailable,
  message: "write `import StubKitRecording`, or fix the arguments: name a file's bundle"
)
@discardableResult
public func stub(
  har: Any? = nil, mocktailsIn: Any? = nil, in bundle: Bundle? = nil,
  matching parts: _NotImported = [], unmatched: UnmatchedPolicy? = nil, timing: _NotImported = [],
  priority: Int = 0, expected: StubCount = .any, strictly: Bool = false
) throws -> [Stub] { [] }
@available(
  *, unavailable,
  message: "write `import StubKitRecording`, or fix the arguments: name a file's bundle"
)
@discardableResult
public func stub(
  mocktail: Any? = nil, folder: Any? = nil, in bundle: Bundle? = nil, host: String = "",
  named name: String? = nil, priority: Int = 0, times: Int? = nil, expected: StubCount = .standard
) throws -> Stub { throw CancellationError() }

@available(
  *, unavailable,
  message: "write `import StubKitRecording`, or fix the arguments: name a file's bundle"
)
extension StubRegistry {
  @discardableResult
  public func stub(
    har: Any? = nil, mocktailsIn: Any? = nil, in bundle: Bundle? = nil,
    matching parts: _NotImported = [], unmatched: UnmatchedPolicy? = nil, timing: _NotImported = [],
    priority: Int = 0, expected: StubCount = .any, strictly: Bool = false
  ) throws -> [Stub] { [] }
  @discardableResult
  public func stub(
    mocktail: Any? = nil, folder: Any? = nil, in bundle: Bundle? = nil, host: String = "",
    named name: String? = nil, priority: Int = 0, times: Int? = nil, expected: StubCount = .standard
  ) throws -> Stub { throw CancellationError() }
}

@available(*, unavailable, message: "write `import StubKitRecording`, or fix the arguments")
extension StubResponse {
  public static func httpMessage(file: URL) -> StubResponse { .hang }
  public static func httpMessage(_ name: String, in bundle: Bundle) -> StubResponse { .hang }
  public static func httpMessage(data: Data) -> StubResponse { .hang }
}

/// Stands in for types of other products, so that the compiler resolves calls with their values.
@available(
  *, unavailable,
  message: "write the import of its product: StubKitRecording or StubKitExploring"
)
public enum _NotImported: ExpressibleByArrayLiteral {
  case once, rewrite, append, never, compare, immediate, recorded
  case standard, method, host, path, query, body, anyBody
  case common, all, always, offline, dnsFailure, timeout, tlsFailure, connectionLost, cutOff, slow
  case unavailable, tooManyRequests, unauthorized, captivePortal, truncatedBody, emptyBody
  case damagedBody, wrongType
  case status(Int)
  case failure(URLError.Code)
  case none

  public init(arrayLiteral elements: _NotImported...) { self = .once }
  public static func headers(_ names: String...) -> Self { .once }
  public static func queryItems(_ names: String...) -> Self { .once }
  public static func fields(_ names: String...) -> Self { .once }
  public static func cookies(_ names: String...) -> Self { .once }
  public static func keeping(
    headers: String..., queryItems: String..., fields: String..., cookies: String...,
    paths: String..., values: String...
  ) -> Self { .once }
}
