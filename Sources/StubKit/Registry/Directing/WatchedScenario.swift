/// A scenario of an exploration, as a testing library knows it.
package protocol WatchedScenario: AnyObject, Sendable {
  /// Whether its results no longer count.
  var isOver: Bool { get }

  /// Notes a failed assertion, and returns the remark to tell the test now.
  ///
  /// - Parameters:
  ///   - words: What failed, and where.
  ///   - telling: Tells the test of an assertion that was kept back, with a remark on the scenario.
  func noteAssertion(
    _ words: String, telling: @escaping @Sendable (_ remark: String) -> Void
  ) -> String?

  /// Notes a failed assertion that the test was told already.
  func noteHeardAssertion(_ words: String)
}
