import StubKit
public import Testing

extension StubbedTrait: TestScoping {
  /// The test case that is being run with a registry, so that a second trait gives it no other.
  @TaskLocal private static var scopedTest: Test.ID?

  /// The trait itself for each case of a test, and nothing for a suite or for all cases together.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  /// Runs one case of a test with a registry of its own, and records what went wrong.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // A test that is stubbed itself in a suite that is gets one registry, not two.
    guard Self.scopedTest != test.id else { return try await function() }
    _ = Self.failureOfShared

    let settings = Settings(of: test)
    try await withStubs(
      unmatched: settings.unmatched, network: settings.network, clock: settings.clock()
    ) { registry in
      do {
        try await Self.$scopedTest.withValue(test.id) { try await function() }
      } catch {
        // A test that gave up half-way has not used all that it would have used.
        registry.recordIssues(of: test, unused: .ignore)
        throw error
      }
      registry.recordIssues(of: test, unused: settings.unused ?? .warning)
    }
  }

  /// Makes an untouched `.shared` fail, once per process, so that nothing slips out unseen.
  private static let failureOfShared: Void = StubRegistry.shared.failUnmatchedIfUntouched()
}

extension StubbedTrait.Settings {
  /// The settings of a test: those of its own trait before those of the suites around it.
  init(of test: Test) {
    // Traits stand in the order from the outermost suite to the test.
    for case let trait as StubbedTrait in test.traits {
      unmatched = trait.settings.unmatched ?? unmatched
      network = trait.settings.network ?? network
      unused = trait.settings.unused ?? unused
      let (inner, outer) = (trait.settings.clock, clock)
      clock = { inner() ?? outer() }
    }
  }
}

extension StubRegistry {
  /// Records what went wrong as issues, those about a stub at its own line.
  fileprivate func recordIssues(of test: Test, unused: UnusedStubs) {
    for finding in findings {
      guard let severity = finding.severity(unused: unused) else { continue }
      finding.record(as: severity, at: finding.sourceLocation ?? test.sourceLocation)
    }
  }
}
