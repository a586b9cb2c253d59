public import Foundation

/// Matches requests that have a header field of this name, ignoring case.
public func hasHeaderNamed(_ name: String) -> RequestMatcher {
  RequestMatcher(TextCriterion(.header(name), .exists))
}

/// Matches requests that have a header field of this name, ignoring case, with exactly this value.
///
/// ```swift
/// hasHeaderNamed("Accept", value: "application/json")
/// ```
public func hasHeaderNamed(_ name: String, value: String) -> RequestMatcher {
  RequestMatcher(TextCriterion(.header(name), .equals(value)))
}

/// Matches requests whose header field of this name contains a match of the expression.
///
/// ```swift
/// headerMatches("User-Agent", "^MyApp/[0-9]+")
/// ```
public func headerMatches(
  _ name: String, _ pattern: String, options: NSRegularExpression.Options = []
) -> RequestMatcher { RequestMatcher(matching: pattern, options: options, in: .header(name)) }

/// Matches requests whose header field of this name contains a match of the expression.
public func headerMatches(_ name: String, _ expression: NSRegularExpression) -> RequestMatcher {
  RequestMatcher(TextCriterion(.header(name), .matches(TextPattern(expression))))
}

/// Matches requests whose header field of this name contains a match of the expression.
public func headerMatches<Output>(_ name: String, _ regex: Regex<Output>) -> RequestMatcher {
  RequestMatcher(TextCriterion(.header(name), .matches(TextPattern(regex))))
}

/// Matches requests that have no header field of this name, ignoring case.
public func lacksHeaderNamed(_ name: String) -> RequestMatcher {
  RequestMatcher(TextCriterion(.header(name), .isMissing))
}

/// Matches requests that carry this user and password in an `Authorization: Basic` header.
public func hasBasicAuth(user: String, password: String) -> RequestMatcher {
  RequestMatcher(parsing: try AuthorizationCriterion(user: user, password: password))
}

/// Matches requests that carry this token in an `Authorization: Bearer` header.
public func hasBearerToken(_ token: String) -> RequestMatcher {
  RequestMatcher(AuthorizationCriterion(token: token))
}

/// Matches requests that send a cookie of this name, with this value if one is given.
///
/// ```swift
/// hasCookie("session")
/// hasCookie("theme", value: "dark")
/// ```
public func hasCookie(_ name: String, value: String? = nil) -> RequestMatcher {
  RequestMatcher(TextCriterion(.cookie(name), value.map { .equals($0) } ?? .exists))
}
