/// A value that says which requests are meant.
///
/// Matchers are made by functions that read as predicates and are combined by operators:
///
/// ```swift
/// let matcher = isHost("api.example.com") && (isMethodGET() || isMethodHEAD()) && !hasBearerToken("x")
/// print(matcher)              // the expression as it stands above
/// matcher(request)            // true or false
/// matcher.evaluate(request)   // each part with ✓ or ✗, and what was found instead
/// ```
public struct RequestMatcher: Sendable {
  /// A criterion, or a combination of expressions.
  indirect enum Expression: Sendable {
    case criterion(any Criterion)
    /// All of at least two.
    case all([Expression])
    /// Any of at least two.
    case any([Expression])
    case not(Expression)
  }

  /// The tree of criteria.
  let expression: Expression

  init(_ expression: Expression) {
    self.expression = expression
  }

  init(_ criterion: any Criterion) {
    self.init(.criterion(criterion))
  }
}
