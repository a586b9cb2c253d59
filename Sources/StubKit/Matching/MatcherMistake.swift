/// A call that cannot mean anything, such as `isHost("a.com/x")`.
///
/// The parsers of criteria throw it, and `RequestMatcher` turns it into a matcher without matches.
package struct MatcherMistake: Error, CustomStringConvertible {
  /// The call as in source.
  let call: String
  /// The mistake, and what to write instead.
  let reason: String

  package var description: String { "\(call): \(reason)".withVisibleControls }
}
