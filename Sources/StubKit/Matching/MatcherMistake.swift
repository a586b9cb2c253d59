/// A call that cannot mean anything, such as `isHost("a.com/x")`.
///
/// The parsers of criteria throw it, and `RequestMatcher` makes a matcher of it that matches nothing.
package struct MatcherMistake: Error, CustomStringConvertible {
  /// The call as one would write it.
  let call: String
  /// What is wrong with it, and what to write instead.
  let reason: String

  /// The whole sentence.
  package var description: String { "\(call): \(reason)".withVisibleControls }
}
