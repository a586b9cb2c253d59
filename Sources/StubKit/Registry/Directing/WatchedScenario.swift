/// A scenario of an exploration, as a testing library knows it.
package protocol WatchedScenario: AnyObject, Sendable {
  /// Whether nothing of it counts any more.
  var isOver: Bool { get }

  /// Notes that an assertion has failed, and returns the remark with which the test is to be told now.
  ///
  /// - Parameters:
  ///   - words: What failed, and where.
  ///   - telling: Tells the test of an assertion that was kept back, with a remark that says in which
  ///     scenario it failed.
  func noteAssertion(
    _ words: String, telling: @escaping @Sendable (_ remark: String) -> Void
  ) -> String?

  /// Notes that an assertion has failed of which the test has heard.
  func noteHeardAssertion(_ words: String)
}
