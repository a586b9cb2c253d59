public import StubKit
public import Testing

// Guesses for the arguments' names, for which the compiler names the right label.

extension Trait where Self == StubbedTrait {
  /// Not available: write `.stubbed(unmatched:)`.
  @available(*, unavailable, message: "write .stubbed(unmatched: …)")
  public static func stubbed(
    onUnmatched: UnmatchedPolicy, network: NetworkProfile? = nil,
    clock: @autoclosure @escaping @Sendable () -> (any Clock<Duration>)? = nil,
    unused: UnusedStubs? = nil, showingSecrets showsSecrets: Bool? = nil
  ) -> StubbedTrait { .stubbed }

  /// Not available: write `.stubbed(unmatched:)`.
  @available(*, unavailable, message: "write .stubbed(unmatched: …)")
  public static func stubbed(
    unmatchedRequests: UnmatchedPolicy, network: NetworkProfile? = nil,
    clock: @autoclosure @escaping @Sendable () -> (any Clock<Duration>)? = nil,
    unused: UnusedStubs? = nil, showingSecrets showsSecrets: Bool? = nil
  ) -> StubbedTrait { .stubbed }

  /// Not available: write `.stubbed(unmatched:)`.
  @available(*, unavailable, message: "write .stubbed(unmatched: …)")
  public static func stubbed(
    unmatchedPolicy: UnmatchedPolicy, network: NetworkProfile? = nil,
    clock: @autoclosure @escaping @Sendable () -> (any Clock<Duration>)? = nil,
    unused: UnusedStubs? = nil, showingSecrets showsSecrets: Bool? = nil
  ) -> StubbedTrait { .stubbed }

  /// Not available: write `.stubbed(unmatched:)`.
  @available(*, unavailable, message: "write .stubbed(unmatched: …)")
  public static func stubbed(
    policy: UnmatchedPolicy, network: NetworkProfile? = nil,
    clock: @autoclosure @escaping @Sendable () -> (any Clock<Duration>)? = nil,
    unused: UnusedStubs? = nil, showingSecrets showsSecrets: Bool? = nil
  ) -> StubbedTrait { .stubbed }

  /// Not available: write `.stubbed(network:)`.
  @available(*, unavailable, message: "write .stubbed(network: …)")
  public static func stubbed(
    unmatched: UnmatchedPolicy? = nil, profile: NetworkProfile,
    clock: @autoclosure @escaping @Sendable () -> (any Clock<Duration>)? = nil,
    unused: UnusedStubs? = nil, showingSecrets showsSecrets: Bool? = nil
  ) -> StubbedTrait { .stubbed }

  /// Not available: write `.stubbed(network:)`.
  @available(*, unavailable, message: "write .stubbed(network: …)")
  public static func stubbed(
    unmatched: UnmatchedPolicy? = nil, networkProfile: NetworkProfile,
    clock: @autoclosure @escaping @Sendable () -> (any Clock<Duration>)? = nil,
    unused: UnusedStubs? = nil, showingSecrets showsSecrets: Bool? = nil
  ) -> StubbedTrait { .stubbed }

  /// Not available: write `.stubbed(unused:)`.
  @available(*, unavailable, message: "write .stubbed(unused: …)")
  public static func stubbed(
    unmatched: UnmatchedPolicy? = nil, network: NetworkProfile? = nil,
    clock: @autoclosure @escaping @Sendable () -> (any Clock<Duration>)? = nil,
    unusedStubs: UnusedStubs, showingSecrets showsSecrets: Bool? = nil
  ) -> StubbedTrait { .stubbed }

  /// Not available: write `.stubbed(unused:)`.
  @available(*, unavailable, message: "write .stubbed(unused: …)")
  public static func stubbed(
    unmatched: UnmatchedPolicy? = nil, network: NetworkProfile? = nil,
    clock: @autoclosure @escaping @Sendable () -> (any Clock<Duration>)? = nil,
    onUnused: UnusedStubs, showingSecrets showsSecrets: Bool? = nil
  ) -> StubbedTrait { .stubbed }

  /// Not available: write `.stubbed(showingSecrets:)`.
  @available(
    *, unavailable, message: "write .stubbed(showingSecrets: …)"
  )
  public static func stubbed(
    unmatched: UnmatchedPolicy? = nil, network: NetworkProfile? = nil,
    clock: @autoclosure @escaping @Sendable () -> (any Clock<Duration>)? = nil,
    unused: UnusedStubs? = nil, showsSecrets: Bool
  ) -> StubbedTrait { .stubbed }

  /// Not available: write `.stubbed(showingSecrets:)`.
  @available(
    *, unavailable, message: "write .stubbed(showingSecrets: …)"
  )
  public static func stubbed(
    unmatched: UnmatchedPolicy? = nil, network: NetworkProfile? = nil,
    clock: @autoclosure @escaping @Sendable () -> (any Clock<Duration>)? = nil,
    unused: UnusedStubs? = nil, showSecrets: Bool
  ) -> StubbedTrait { .stubbed }

  /// Not available: register stubs in the test, or in the suite's `init`.
  @available(*, unavailable, message: "stubs are registered in the test, or in the suite's init")
  public static func stubbed<Stubs>(stubs: Stubs) -> StubbedTrait { .stubbed }

  /// Not available: call `withRecording(to:)` in the test.
  @available(*, unavailable, message: "a test records within withRecording(to: file) { _ in … }")
  public static func stubbed<File>(recording: File) -> StubbedTrait { .stubbed }
}
