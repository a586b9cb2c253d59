import StubKit
import Testing
import XCTest

/// Makes this module known to StubKit; called when the process starts, before any test runs.
@_cdecl("stubkit_testing_starts")
func testingStarts() {
  XCTestObservationCenter.shared.addTestObserver(RunningScenarios.observer)
  XCTestObservationCenter.shared.addTestObserver(RunningTestCase.shared)
  TestingLibrary.know {
    guard let test = Test.current else { return RunningTestCase.shared.reporterForScope }
    // The scope of a trait has the trait's own reporter.
    guard StubbedTrait.scopedTest != test.id else { return nil }
    let recorder = IssueRecorder(for: test, unused: .warning, isOfScope: true)
    return recorder.reporter.ending { recorder.end() }
  } byRequest: {
    guard Test.current != nil else { return nil }
    let surroundings = Surroundings()
    return IssueReporter(tell: nil, performing: { surroundings.perform($0) })
  } bySkip: {
    // `Test.cancel()` cancels the task; the type of its error is not public.
    $0 is XCTSkip || Task.isCancelled
  } performingScenarios: { scenario, operation in
    try await ScenarioAssertions.perform(scenario, operation)
  }
}
