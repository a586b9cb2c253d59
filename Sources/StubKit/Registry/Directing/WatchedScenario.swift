package protocol WatchedScenario: AnyObject, Sendable {
  /// Whether the scenario's results no longer count.
  var isOver: Bool { get }

  /// Notes a failed assertion; returns the remark to record it with, or nil to record nothing now.
  ///
  /// `telling` records the scenario's first failure later, once the scenario has its remark.
  func noteAssertion(
    _ words: String, telling: @escaping @Sendable (_ remark: String) -> Void
  ) -> String?

  /// Notes a failed assertion that the test has already recorded.
  func noteHeardAssertion(_ words: String)
}
