/// The result of a matcher: no, yes, or open while the request is not fully known.
package enum Verdict: Int, Sendable, Comparable {
  case no
  /// A closure that may not run yet, an unread body or a header that the session may still add decides.
  case open
  case yes

  package init(_ isMatch: Bool) {
    self = isMatch ? .yes : .no
  }

  static prefix func ! (verdict: Verdict) -> Verdict {
    switch verdict {
    case .no: .yes
    case .open: .open
    case .yes: .no
    }
  }

  /// Orders verdicts so that the lower one is that of a conjunction.
  package static func < (lhs: Verdict, rhs: Verdict) -> Bool { lhs.rawValue < rhs.rawValue }
}
