extension RequestMatcher: CustomStringConvertible {
  /// The expression as one would write it.
  public var description: String { expression.description }
}

extension RequestMatcher.Expression: CustomStringConvertible {
  var description: String {
    switch self {
    case .criterion(let criterion):
      criterion.description.withVisibleControls
    case .all(let parts):
      parts.map { $0.parenthesised(if: $0.isDisjunction) }.joined(separator: " && ")
    case .any(let parts):
      // `&&` binds tighter, but a report should be readable without knowing that.
      parts.map { $0.parenthesised(if: $0.isConjunction) }.joined(separator: " || ")
    case .call(let text, _):
      text.withVisibleControls
    case .not(let part):
      "!" + part.parenthesised(if: part.isConjunction || part.isDisjunction)
    }
  }

  private var isConjunction: Bool {
    if case .all = self { true } else { false }
  }

  private var isDisjunction: Bool {
    if case .any = self { true } else { false }
  }

  private func parenthesised(if condition: Bool) -> String {
    condition ? "(\(description))" : description
  }
}
