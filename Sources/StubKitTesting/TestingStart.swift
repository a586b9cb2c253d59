import StubKit
import Testing
import XCTest

/// Makes this module known to StubKit; called when the process starts, before any test runs.
@_cdecl("stubkit_testing_starts")
func testingStarts() {
  XCTestObservationCenter.shared.addTestObserver(RunningScenarios.observer)
  XCTestObservationCenter.shared.addTestObserver(RunningTestCase.shared)
  var library = TestingLibrary()
  library.reporterForScope = {
    guard let test = Test.current else { return RunningTestCase.shared.reporterForScope }
    // The scope of a trait has the trait's own reporter.
    guard StubbedTrait.scopedTest != test.id else { return nil }
    let recorder = IssueRecorder(for: test, unused: .warning, isOfScope: true)
    return recorder.reporter.ending { recorder.end() }
  }
  library.reporterForRequest = {
    guard Test.current != nil else { return nil }
    let surroundings = Surroundings()
    return IssueReporter(tell: nil, performing: { surroundings.perform($0) })
  }
  // `Test.cancel()` cancels the task; the type of its error is not public.
  library.isSkip = { $0 is XCTSkip || Task.isCancelled }
  library.performScenario = { try await ScenarioAssertions.perform($0, $1) }
  TestingLibrary.know(library)
}
