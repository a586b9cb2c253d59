import StubKit
public import Testing

extension StubbedTrait: TestScoping {
  /// The test that already has a registry: a stubbed test in a stubbed suite gets only one.
  @TaskLocal static var scopedTest: Test.ID?

  /// The trait itself for each case of a test, and nothing for a suite or for all cases together.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  /// Runs one case of a test with a registry of its own, and records what goes wrong.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard Self.scopedTest != test.id else { return try await function() }
    _ = Self.failureOfShared
    try await FailureWatch(for: test).watch(testCase) { begin in
      try await Self.$scopedTest.withValue(test.id) {
        try await self.provideRegistry(for: test, beginning: begin, performing: function)
      }
    }
  }

  private func provideRegistry(
    for test: Test, beginning begin: @Sendable (StubRegistry) -> Void,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let settings = settings(for: test)
    let recorder = IssueRecorder(for: test, unused: settings.unused ?? .warning)
    // Made outside of the scope: within it, reporter and registry would keep each other alive.
    let reporter = recorder.reporter
    defer { recorder.end() }
    do {
      try await withStubs(
        unmatched: settings.unmatched, network: settings.network, clock: settings.clock()
      ) { registry in
        begin(registry)
        registry.begin(
          showingSecrets: settings.showsSecrets ?? registry.showsSecrets,
          by: ".stubbed(showingSecrets: true)")
        registry.begin(checking: settings.checks)
        registry.reportIssues(to: reporter)
        registry.place(at: StubLocation(test.sourceLocation))
        // Unused stubs are no issue of a test that fails early or is cancelled.
        try await withTaskCancellationHandler {
          do {
            try await function()
          } catch {
            recorder.end()
            throw error
          }
        } onCancel: {
          recorder.end()
        }
      }
    } catch  where recorder.hasRecorded(error) {
      // The test has already failed for this issue.
    } catch let error as StubOrderError {
      // Recorded at the line of the call, not at the start of the test.
      Issue.record(error, sourceLocation: SourceLocation(error.location))
    }
  }

  /// Makes `.shared` fail unmatched requests, so that none reaches the network unnoticed.
  private static let failureOfShared: Void = StubRegistry.shared.failUnmatchedUnlessSet()

  private func settings(for test: Test) -> Settings {
    let traits = test.traits.compactMap { $0 as? StubbedTrait }
    // A trait that another trait calls is not among those of the test.
    guard var settings = traits.first?.settings else { return self.settings }
    // The traits are in order from the outermost suite to the test.
    for inner in traits.dropFirst().map(\.settings) {
      settings.unmatched = inner.unmatched ?? settings.unmatched
      settings.network = inner.network ?? settings.network
      settings.unused = inner.unused ?? settings.unused
      settings.showsSecrets = inner.showsSecrets ?? settings.showsSecrets
      if !inner.checks.isEmpty { settings.checks = inner.checks }
      settings.clock = { [outer = settings.clock] in inner.clock() ?? outer() }
    }
    return settings
  }
}
