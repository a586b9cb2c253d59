/// Makes this module known to StubKit; called when the process starts, before any test runs.
@_cdecl("stubkit_testing_starts")
func testingStarts() {
  ScenarioAssertions.watch()
  RunningScenarios.watch()
}
