public import StubKit
public import Testing

// Wrong labels that users are likely to write; the compiler then suggests the right one.

extension Trait where Self == StubbedTrait {
  /// Not available: write `.stubbed(unmatched:)`.
  @available(*, unavailable, message: "write .stubbed(unmatched: …)")
  public static func stubbed(
    onUnmatched: UnmatchedPolicy? = nil, unmatchedRequests: UnmatchedPolicy? = nil,
    unmatchedPolicy: UnmatchedPolicy? = nil, policy: UnmatchedPolicy? = nil,
    network: NetworkProfile? = nil,
    clock: @autoclosure @escaping @Sendable () -> (any Clock<Duration>)? = nil,
    unused: UnusedStubs? = nil, showingSecrets: Bool? = nil
  ) -> StubbedTrait { .stubbed }

  /// Not available: write `.stubbed(network:)`.
  @available(*, unavailable, message: "write .stubbed(network: …)")
  public static func stubbed(
    unmatched: UnmatchedPolicy? = nil, profile: NetworkProfile? = nil,
    networkProfile: NetworkProfile? = nil,
    clock: @autoclosure @escaping @Sendable () -> (any Clock<Duration>)? = nil,
    unused: UnusedStubs? = nil, showingSecrets: Bool? = nil
  ) -> StubbedTrait { .stubbed }

  /// Not available: write `.stubbed(unused:)`.
  @available(*, unavailable, message: "write .stubbed(unused: …)")
  public static func stubbed(
    unmatched: UnmatchedPolicy? = nil, network: NetworkProfile? = nil,
    clock: @autoclosure @escaping @Sendable () -> (any Clock<Duration>)? = nil,
    unusedStubs: UnusedStubs? = nil, onUnused: UnusedStubs? = nil, showingSecrets: Bool? = nil
  ) -> StubbedTrait { .stubbed }

  /// Not available: write `.stubbed(showingSecrets:)`.
  @available(*, unavailable, message: "write .stubbed(showingSecrets: …)")
  public static func stubbed(
    unmatched: UnmatchedPolicy? = nil, network: NetworkProfile? = nil,
    clock: @autoclosure @escaping @Sendable () -> (any Clock<Duration>)? = nil,
    unused: UnusedStubs? = nil, showsSecrets: Bool? = nil, showSecrets: Bool? = nil
  ) -> StubbedTrait { .stubbed }

  /// Not available: register stubs in the test, or in the suite's `init`.
  @available(*, unavailable, message: "stubs are registered in the test, or in the suite's init")
  public static func stubbed<Stubs>(stubs: Stubs) -> StubbedTrait { .stubbed }

  /// Not available: call `withRecording(to:)` in the test.
  @available(*, unavailable, message: "a test records within withRecording(to: file) { _ in … }")
  public static func stubbed<File>(recording: File) -> StubbedTrait { .stubbed }
}
