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
    /// All of at least two.
    case all([Expression])
    /// Any of at least two.
    case any([Expression])
    indirect case not(Expression)
    /// What one call means that is written so, as `isGET("https://a.com/users")`.
    indirect case call(String, Expression)
  }

  /// The tree of criteria.
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

  /// Whether there is a mistake; the sentence, which few have, is looked for when it is asked for.
  let isMistaken: Bool

  init(_ expression: Expression, isMistaken: Bool) {
    self.expression = expression
    self.isMistaken = isMistaken
  }

  init(_ expression: Expression) {
    self.init(expression, isMistaken: expression.mistake != nil)
  }

  /// What meets all of at least two criteria.
  package init(all criteria: [any Criterion]) {
    self.init(.all(criteria.map { .criterion($0) }))
  }

  package init(_ criterion: any Criterion) {
    self.init(.criterion(criterion))
  }
}
