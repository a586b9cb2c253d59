public import Foundation

/// Matches requests that have a header field of this name, ignoring case.
public func hasHeaderNamed(_ name: String) -> RequestMatcher {
  RequestMatcher(HeaderCriterion(name: name, value: nil))
}

/// Matches requests that have a header field of this name, ignoring case, with exactly this value.
///
/// ```swift
/// hasHeaderNamed("Accept", value: "application/json")
/// ```
public func hasHeaderNamed(_ name: String, value: String) -> RequestMatcher {
  RequestMatcher(HeaderCriterion(name: name, value: value))
}

/// Matches requests with a header field of this name that contains a match of the expression.
///
/// ```swift
/// headerMatches("User-Agent", "^MyApp/[0-9]+")
/// ```
/// A pattern that is not a valid regular expression is a mistake (see `RequestMatcher.mistake`).
public func headerMatches(_ name: String, _ pattern: String) -> RequestMatcher {
  RequestMatcher { () throws(MatcherMistake) in
    try HeaderPatternCriterion(name: name, parsing: pattern)
  }
}

/// Matches requests with a header field of this name that contains a match of the expression.
public func headerMatches(_ name: String, _ expression: NSRegularExpression) -> RequestMatcher {
  RequestMatcher(HeaderPatternCriterion(name: name, pattern: TextPattern(expression)))
}

/// Matches requests with a header field of this name that contains a match of the expression.
///
/// A `Regex` cannot be stopped, so that it is asked where closures are; see `pathMatches`.
public func headerMatches<Output>(_ name: String, _ regex: Regex<Output>) -> RequestMatcher {
  RequestMatcher(HeaderPatternCriterion(name: name, pattern: TextPattern(regex)))
}

/// Matches requests that have no header field of this name, ignoring case.
public func lacksHeaderNamed(_ name: String) -> RequestMatcher {
  RequestMatcher(LacksHeaderCriterion(name: name))
}

/// Matches requests that carry this user and password in an `Authorization: Basic` header.
public func hasBasicAuth(user: String, password: String) -> RequestMatcher {
  RequestMatcher(BasicAuthCriterion(user: user, password: password))
}

/// Matches requests that carry this token in an `Authorization: Bearer` header.
public func hasBearerToken(_ token: String) -> RequestMatcher {
  RequestMatcher(BearerTokenCriterion(token: token))
}

/// Matches requests whose `Cookie` header has a cookie of this name, with this value if one is given.
///
/// ```swift
/// hasCookie("session")
/// hasCookie("theme", value: "dark")
/// ```
public func hasCookie(_ name: String, value: String? = nil) -> RequestMatcher {
  RequestMatcher(CookieCriterion(name: name, value: value))
}
