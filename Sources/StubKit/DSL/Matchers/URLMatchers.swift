public import Foundation

/// Matches requests with exactly this URL; a fragment counts only if it is written here.
///
/// ```swift
/// isAbsoluteURLString("https://example.com/users?page=2")
/// isAbsoluteURLString("https://example.com/users", ignoringQuery: true)
/// ```
/// Fragments are never sent. The query is compared as it is written, its order included;
/// `containsQuery` and `hasExactQuery` ignore the order. With `ignoringQuery`, no query or fragment
/// counts, neither the request's nor one written here.
public func isAbsoluteURLString(_ url: String, ignoringQuery: Bool = false) -> RequestMatcher {
  RequestMatcher(parsing: try URLCriterion(url, as: ignoringQuery ? .withoutQuery : .whole))
}

/// Matches requests with exactly this URL.
public func isAbsoluteURLString(_ url: URL, ignoringQuery: Bool = false) -> RequestMatcher {
  isAbsoluteURLString(url.absoluteString, ignoringQuery: ignoringQuery)
}

/// Matches requests whose URL starts with this text.
///
/// ```swift
/// absoluteURLStartsWith("https://api.example.com/v2/")
/// ```
/// The comparison includes case; characters that a URL cannot contain are percent-encoded first.
public func absoluteURLStartsWith(_ prefix: String) -> RequestMatcher {
  RequestMatcher(parsing: try URLCriterion(prefix, as: .prefix))
}

/// Matches requests whose URL, without its fragment, contains a match of the regular expression.
///
/// ```swift
/// absoluteURLMatches(#"^https://[a-z]+\.example\.com/v[0-9]+/"#)
/// ```
public func absoluteURLMatches(
  _ pattern: String, options: NSRegularExpression.Options = []
) -> RequestMatcher { RequestMatcher(matching: pattern, options: options, in: .url) }

/// Matches requests whose URL, without its fragment, contains a match of the regular expression.
public func absoluteURLMatches(_ expression: NSRegularExpression) -> RequestMatcher {
  RequestMatcher(TextCriterion(.url, .matches(TextPattern(expression))))
}

/// Matches requests whose URL, without its fragment, contains a match of the regular expression.
public func absoluteURLMatches<Output>(_ regex: Regex<Output>) -> RequestMatcher {
  RequestMatcher(TextCriterion(.url, .matches(TextPattern(regex))))
}

/// Matches requests whose URL has this scheme, ignoring case: `isScheme("https")`.
public func isScheme(_ scheme: String) -> RequestMatcher {
  RequestMatcher(parsing: try SchemeCriterion(parsing: scheme))
}

/// Matches requests to this host, ignoring case.
///
/// ```swift
/// isHost("api.example.com")
/// isHost("*.example.com")   // every subdomain, at any depth, but not example.com itself
/// isHost("::1")             // with or without brackets
/// ```
/// Anything but a host, such as `"a.com:80"` or `"https://a.com"`, is a mistake (see
/// `RequestMatcher.mistake`). Match a port with `isPort` and a path with `isPath`.
public func isHost(_ host: String) -> RequestMatcher {
  RequestMatcher(parsing: try HostCriterion(parsing: host))
}

/// Matches requests to a host that contains a match of the regular expression, ignoring case.
///
/// ```swift
/// hostMatches(#"^(eu|us)[0-9]*\.example\.com$"#)
/// ```
/// For all subdomains of a host there is `isHost("*.example.com")`, which is looked up faster.
public func hostMatches(
  _ pattern: String, options: NSRegularExpression.Options = []
) -> RequestMatcher { RequestMatcher(matching: pattern, options: options, in: .host) }

/// Matches requests to a host that, in lower case, contains a match of the regular expression.
public func hostMatches(_ expression: NSRegularExpression) -> RequestMatcher {
  RequestMatcher(TextCriterion(.host, .matches(TextPattern(expression))))
}

/// Matches requests to a host that, in lower case, contains a match of the regular expression.
public func hostMatches<Output>(_ regex: Regex<Output>) -> RequestMatcher {
  RequestMatcher(TextCriterion(.host, .matches(TextPattern(regex))))
}

/// Matches requests to this port.
///
/// A URL without a port has the default port of its scheme: `isPort(443)` matches
/// `https://example.com/` as well as `https://example.com:443/`. The default is 443 for `https` and
/// `wss`, and 80 for `http` and `ws`.
public func isPort(_ port: Int) -> RequestMatcher {
  RequestMatcher(parsing: try PortCriterion(parsing: port))
}
