/// What a matcher makes of a request: no, yes, or not to be told from what can be seen yet.
package enum Verdict: Int, Sendable, Comparable {
  case no
  /// A closure that may not run yet, an unread body or a header the session may still add decides.
  case open
  case yes

  package init(_ isMatch: Bool) {
    self = isMatch ? .yes : .no
  }

  /// The verdict of a negation.
  static prefix func ! (verdict: Verdict) -> Verdict {
    switch verdict {
    case .no: .yes
    case .open: .open
    case .yes: .no
    }
  }

  /// The lower one is the verdict of both together.
  package static func < (lhs: Verdict, rhs: Verdict) -> Bool { lhs.rawValue < rhs.rawValue }
}
