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
/// - Precondition: The text is nothing but a scheme, without `://`.
public func isScheme(
  _ scheme: String, file: StaticString = #fileID, line: UInt = #line
) -> RequestMatcher {
  orTrap(file: file, line: line) { RequestMatcher(try SchemeCriterion(parsing: scheme)) }
}

/// Matches requests to this host, ignoring case.
///
/// ```swift
/// isHost("api.example.com")
/// isHost("*.example.com")   // every subdomain, at any depth, but not example.com itself
/// isHost("::1")             // with or without brackets
/// ```
/// - Precondition: The text is nothing but a host. Match a port with `isPort`, a path with
///   `isPath`.
public func isHost(
  _ host: String, file: StaticString = #fileID, line: UInt = #line
) -> RequestMatcher {
  orTrap(file: file, line: line) { RequestMatcher(try HostCriterion(parsing: host)) }
}

/// Matches requests to this port.
///
/// A URL without a port has the default port of its scheme: `isPort(443)` matches
/// `https://example.com/` as well as `https://example.com:443/`, and `isPort(80)` the same with
/// `http`. (`wss` and `ws` count like them.)
///
/// - Precondition: The port is from 0 to 65535.
public func isPort(
  _ port: Int, file: StaticString = #fileID, line: UInt = #line
) -> RequestMatcher {
  orTrap(file: file, line: line) { RequestMatcher(try PortCriterion(parsing: port)) }
}
