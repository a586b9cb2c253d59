package protocol WatchedScenario: AnyObject, Sendable {
  /// Whether the scenario's results no longer count.
  var isOver: Bool { get }

  /// Notes a failed assertion, and returns the remark for the test; nil to tell the test nothing now.
  ///
  /// `telling` tells the test later of an assertion that was kept back, with a remark on the scenario.
  func noteAssertion(
    _ words: String, telling: @escaping @Sendable (_ remark: String) -> Void
  ) -> String?

  /// Notes a failed assertion of which the test was already told.
  func noteHeardAssertion(_ words: String)
}
