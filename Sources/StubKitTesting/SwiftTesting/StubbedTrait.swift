public import StubKit
public import Testing

/// Gives each test a registry of its own, and records what goes wrong in it as issues of the test.
///
/// ```swift
/// @Test(.stubbed) func `users are shown`() async throws {
///   stub(condition: isPath("/users"), response: .json([["name": "Ada"]]))
///   #expect(try await app.users() == ["Ada"])
/// }
///
/// @Suite(.stubbed(network: .lte)) struct CheckoutTests { … }
/// ```
/// On a suite, the trait applies to every test in it and in its nested suites, and each test gets a
/// registry of its own. Stubs that the suite's `init` registers belong to the test for which the
/// instance is made.
///
/// A request that no stub matches is an issue, with a report on the stubs that came closest. Issues
/// at the stub's own line are a closure that throws, a response that cannot be given, a condition
/// or count with a mistake, a request too many or too few, and a stub that stays unused. An issue
/// is recorded when it happens; that a stub had too few requests, or none, at the end of its scope.
/// Scopes within the test (`withStubs`, `withRecording`) report to the test as well.
/// `withKnownIssue` around a request or a scope covers the issues that arise in it.
///
/// A test that fails for any reason has its conversation attached: a picture of the requests and
/// answers, and an archive (`swift test` keeps attachments with `--attachments-path`).
public struct StubbedTrait: TestTrait, SuiteTrait {
  /// Missing settings are those of the surrounding suite.
  struct Settings: Sendable {
    var unmatched: UnmatchedPolicy?
    var network: NetworkProfile?
    var clock: @Sendable () -> (any Clock<Duration>)? = { nil }
    var unused: UnusedStubs?
    var showsSecrets: Bool?
    var checks: [any ExchangeCheck] = []
  }

  let settings: Settings

  init(settings: Settings) {
    self.settings = settings
    _ = Self.watch
  }

  /// Watches for forgotten scopes from the first trait on, before any test runs.
  private static let watch: Void = ForgottenScope.watch { issue in
    #if compiler(>=6.3)
      guard let location = issue.sourceLocation else { return false }
      _ = issue.record(as: .warning, at: location)
      return true
    #else
      return false
    #endif
  } isInTest: {
    Test.current != nil
  }

  /// True: a suite's trait applies to all tests in it.
  public var isRecursive: Bool { true }
}

extension Trait where Self == StubbedTrait {
  /// Gives each test a registry of its own; unmatched requests fail.
  public static var stubbed: StubbedTrait { StubbedTrait(settings: .init()) }

  /// A registry of its own for each test, with these settings.
  ///
  /// A setting that is left out is inherited from the surrounding suite, if that is `.stubbed`.
  ///
  /// - Parameters:
  ///   - unmatched: What happens to a request that no stub matches; by default it fails.
  ///   - network: The network conditions for every response that has none of its own.
  ///   - clock: The clock that every delay runs on; the expression is evaluated anew for each test.
  ///   - unused: What happens if a stub was not used; by default a warning is recorded.
  ///   - checks: The checks that judge every exchange, see `ExchangeCheck`.
  ///   - showsSecrets: Whether reports show passwords, tokens and cookies as they are.
  public static func stubbed(
    unmatched: UnmatchedPolicy? = nil, network: NetworkProfile? = nil,
    clock: @autoclosure @escaping @Sendable () -> (any Clock<Duration>)? = nil,
    unused: UnusedStubs? = nil, checking checks: any ExchangeCheck...,
    showingSecrets showsSecrets: Bool? = nil
  ) -> StubbedTrait {
    StubbedTrait(
      settings: .init(
        unmatched: unmatched, network: network, clock: clock, unused: unused,
        showsSecrets: showsSecrets, checks: checks))
  }
}
