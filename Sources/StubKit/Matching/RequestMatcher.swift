#if canImport(FoundationNetworking)
  import Foundation
#else
  public import Foundation
#endif

/// A condition on requests, as a value.
///
/// Matchers are made by functions that read as predicates and are combined by operators:
///
/// ```swift
/// let matcher = isHost("a.com") && (isMethodGET() || isMethodHEAD()) && !hasBearerToken("x")
/// print(matcher)      // the expression as it stands above
/// matcher(request)    // true or false
/// matcher.evaluate(StubRequest(request))   // each part with ✓ or ✗, and what was found instead
/// ```
public struct RequestMatcher: Sendable {
  let expression: Expression

  /// The mistake in one of the calls that made the matcher; nil if there is none.
  ///
  /// ```swift
  /// (isHost("a.com:80") && isPath("/users")).mistake
  /// // isHost("a.com:80"): a host is written without a port; match that with isPort(…)
  /// ```
  /// A matcher with a mistake anywhere in it matches nothing, even under `!`. A stub that is
  /// registered with such a matcher is reported at once, and its registry fails every request that
  /// no other stub matches, so that nothing goes to the network because of the mistake.
  public var mistake: String? { isMistaken ? expression.mistake : nil }

  /// Stored, since every evaluation reads it; the mistake itself is rare, and found on demand.
  let isMistaken: Bool
  /// How deep the conditions are nested, not counting those within a call.
  private let depth: UInt8

  /// Deeper nesting could overflow the stack, since walks through an expression recurse.
  private static let deepest = 100

  init(_ expression: Expression, isMistaken: Bool, depth: UInt8 = 0) {
    let isTooDeep = depth > Self.deepest
    // Deeper content is not even kept: releasing it would recurse as well.
    self.expression = isTooDeep ? .criterion(MistakenCriterion(found: Self.tooDeep)) : expression
    self.isMistaken = isMistaken || isTooDeep
    self.depth = isTooDeep ? 0 : depth
  }

  private static let tooDeep = MatcherMistake(
    call: "… && (… || …)",
    reason: "more than \(deepest) conditions are nested in one another; "
      + "instead of nesting them in a loop, write one satisfies(…) { … }")

  init(_ expression: Expression) { self.init(expression, isMistaken: expression.mistake != nil) }

  /// Takes at least one criterion.
  package init(all criteria: [any Criterion]) {
    self.init(criteria.count == 1 ? .criterion(criteria[0]) : .all(criteria.map { .criterion($0) }))
  }

  package init(_ criterion: any Criterion) { self.init(.criterion(criterion)) }

  package init(mistakeIn call: String, _ reason: String) {
    self.init(MistakenCriterion(found: MatcherMistake(call: call, reason: reason)))
  }

  init(parsing parse: @autoclosure () throws(MatcherMistake) -> any Criterion) {
    do throws(MatcherMistake) {
      self.init(try parse())
    } catch {
      self.init(MistakenCriterion(found: error))
    }
  }

  init(
    matching pattern: String, options: NSRegularExpression.Options = [],
    in place: TextPlace
  ) { self.init(parsing: try TextCriterion(place, parsing: pattern, options: options)) }

  /// Whether the matcher matches a request.
  ///
  /// A body that is only a stream is not read, since reading would use it up; such a request
  /// counts as having no body here. Intercepted requests are matched with their whole body.
  public func callAsFunction(_ request: URLRequest) -> Bool { matches(StubRequest(request)) }

  package func matches(_ request: StubRequest) -> Bool {
    request.examine(at: .full) { verdict(on: $0) == .yes }
  }

  func verdict(on probe: RequestProbe) -> Verdict {
    isMistaken ? .no : expression.verdict(on: probe)
  }
}

extension RequestMatcher {
  /// Matches the requests that both matchers match.
  public static func && (lhs: RequestMatcher, rhs: RequestMatcher) -> RequestMatcher {
    RequestMatcher(
      .all(lhs.expression.conjuncts.followed(by: rhs.expression.conjuncts)),
      isMistaken: lhs.isMistaken || rhs.isMistaken,
      depth: max(lhs.depth(unless: \.isConjunction), rhs.depth(unless: \.isConjunction)))
  }

  /// Matches the requests that at least one of the matchers matches.
  public static func || (lhs: RequestMatcher, rhs: RequestMatcher) -> RequestMatcher {
    RequestMatcher(
      .any(lhs.expression.disjuncts.followed(by: rhs.expression.disjuncts)),
      isMistaken: lhs.isMistaken || rhs.isMistaken,
      depth: max(lhs.depth(unless: \.isDisjunction), rhs.depth(unless: \.isDisjunction)))
  }

  /// Matches the requests that the matcher does not match; none if there is a `mistake` in it.
  public static prefix func ! (matcher: RequestMatcher) -> RequestMatcher {
    if case .not(let expression) = matcher.expression {
      return RequestMatcher(
        expression, isMistaken: matcher.isMistaken, depth: max(matcher.depth, 1) - 1)
    }
    return RequestMatcher(
      .not(matcher.expression), isMistaken: matcher.isMistaken, depth: matcher.depth + 1)
  }

  /// One more than the matcher's depth, unless its parts join those of the larger matcher.
  private func depth(unless isSame: (Expression) -> Bool) -> UInt8 {
    isSame(expression) ? depth : depth + 1
  }
}

extension RequestMatcher: CustomStringConvertible {
  /// The matcher as source code.
  public var description: String { expression.description }
}

extension [RequestMatcher.Expression] {
  /// Leaves no spare capacity: the result lives as long as the stub, and never grows.
  fileprivate func followed(by others: Self) -> Self {
    var all: Self = []
    all.reserveCapacity(count + others.count)
    all += self
    all += others
    return all
  }
}
