/// Matches requests with exactly this URL; its fragment does not count.
///
/// ```swift
/// isAbsoluteURLString("https://example.com/users?page=2")
/// ```
/// Fragments are never sent and never count. The query is compared as it is written, its order
/// included; `containsQuery` and `hasExactQuery` ignore the order.
public func isAbsoluteURLString(_ url: String) -> RequestMatcher {
  RequestMatcher(URLCriterion(url))
}

/// Matches requests whose URL has this scheme, ignoring case: `isScheme("https")`.
///
/// Anything but a scheme, such as `"https://"`, is a mistake (see `RequestMatcher.mistake`).
public func isScheme(_ scheme: String) -> RequestMatcher {
  RequestMatcher { () throws(MatcherMistake) in try SchemeCriterion(parsing: scheme) }
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
  RequestMatcher { () throws(MatcherMistake) in try HostCriterion(parsing: host) }
}

/// Matches requests to this port.
///
/// A URL without a port has the default port of its scheme: `isPort(443)` matches
/// `https://example.com/` as well as `https://example.com:443/`, and `isPort(80)` the same with
/// `http`. (`wss` and `ws` count like them.)
/// A number that is not from 0 to 65535 is a mistake (see `RequestMatcher.mistake`).
public func isPort(_ port: Int) -> RequestMatcher {
  RequestMatcher { () throws(MatcherMistake) in try PortCriterion(parsing: port) }
}
