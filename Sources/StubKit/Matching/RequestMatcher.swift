/// A value that says which requests are meant.
///
/// Matchers are made by functions that read as predicates and are combined by operators:
///
/// ```swift
/// let matcher = isHost("api.example.com") && (isMethodGET() || isMethodHEAD()) && !hasBearerToken("x")
/// print(matcher)      // the expression as it stands above
/// matcher(request)    // true or false
/// matcher.evaluate(StubRequest(request))   // each part with ✓ or ✗, and what was found instead
/// ```
public struct RequestMatcher: Sendable {
  /// A criterion, or a combination of expressions.
  enum Expression: Sendable {
    case criterion(any Criterion)
    /// All of two or more.
    case all([Expression])
    /// Any of two or more.
    case any([Expression])
    indirect case not(Expression)
    /// One call that stands for an expression, such as `isGET("https://a.com/users")`.
    indirect case call(String, Expression)
  }

  let expression: Expression

  /// What is wrong with one of the calls that made the matcher, or nil if nothing is.
  ///
  /// ```swift
  /// (isHost("a.com:80") && isPath("/users")).mistake
  /// // isHost("a.com:80"): a host is written without a port; match that with isPort:
  /// // isHost("a.com") && isPort(80)
  /// ```
  /// A matcher with a mistake anywhere in it matches nothing, also under `!`. A stub that is
  /// registered with one is reported at once, and its registry fails every request that no other
  /// stub matches, so that nothing goes to the network because of the mistake.
  public var mistake: String? { isMistaken ? expression.mistake : nil }

  /// Whether there is a mistake; its sentence, which few matchers have, is found on demand.
  let isMistaken: Bool

  init(_ expression: Expression, isMistaken: Bool) {
    self.expression = expression
    self.isMistaken = isMistaken
  }

  init(_ expression: Expression) {
    self.init(expression, isMistaken: expression.mistake != nil)
  }

  /// A matcher that requires all of two or more criteria.
  package init(all criteria: [any Criterion]) {
    self.init(.all(criteria.map { .criterion($0) }))
  }

  package init(_ criterion: any Criterion) {
    self.init(.criterion(criterion))
  }
}
