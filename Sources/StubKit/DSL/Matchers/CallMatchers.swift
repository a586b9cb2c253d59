public import Foundation

/// Matches `GET` requests to this address, in which braces stand for any one segment of the path.
///
/// ```swift
/// isGET("https://api.example.com/users/{id}")   // any id, in request.pathParameters["id"]
/// isGET("https://*.example.com/users?page=2")   // page=2 among other items, at every subdomain
/// isGET("/users")                               // at any host
/// ```
/// The matcher compares the method, scheme, host, port and path. Case does not matter in scheme and
/// host, an address without a port means the default port of its scheme, and fragments are ignored.
/// The request must have the query items of the address, in any order and among others, as with
/// `containsQuery`; an address without items matches every query. To allow no other items, add
/// `hasExactQuery`: `isGET("/users") && hasExactQuery([:])`.
///
/// Anything but a whole URL or a path that starts with a slash is a mistake (see
/// `RequestMatcher.mistake`).
public func isGET(_ address: String) -> RequestMatcher { RequestMatcher(.get, to: address) }

/// Matches `POST` requests to this address, `https://api.example.com/users/{id}`; see `isGET`.
public func isPOST(_ address: String) -> RequestMatcher { RequestMatcher(.post, to: address) }

/// Matches `PUT` requests to this address, `https://api.example.com/users/{id}`; see `isGET`.
public func isPUT(_ address: String) -> RequestMatcher { RequestMatcher(.put, to: address) }

/// Matches `PATCH` requests to this address, `https://api.example.com/users/{id}`; see `isGET`.
public func isPATCH(_ address: String) -> RequestMatcher { RequestMatcher(.patch, to: address) }

/// Matches `DELETE` requests to this address, `https://api.example.com/users/{id}`; see `isGET`.
public func isDELETE(_ address: String) -> RequestMatcher { RequestMatcher(.delete, to: address) }

/// Matches `HEAD` requests to this address, `https://api.example.com/users/{id}`; see `isGET`.
public func isHEAD(_ address: String) -> RequestMatcher { RequestMatcher(.head, to: address) }

/// Matches `GET` requests to this URL, even with more items in their query; see `isGET`.
public func isGET(_ url: URL) -> RequestMatcher { isGET(url.absoluteString) }

/// Matches `POST` requests to this URL, even with more items in their query; see `isGET`.
public func isPOST(_ url: URL) -> RequestMatcher { isPOST(url.absoluteString) }

/// Matches `PUT` requests to this URL, even with more items in their query; see `isGET`.
public func isPUT(_ url: URL) -> RequestMatcher { isPUT(url.absoluteString) }

/// Matches `PATCH` requests to this URL, even with more items in their query; see `isGET`.
public func isPATCH(_ url: URL) -> RequestMatcher { isPATCH(url.absoluteString) }

/// Matches `DELETE` requests to this URL, even with more items in their query; see `isGET`.
public func isDELETE(_ url: URL) -> RequestMatcher { isDELETE(url.absoluteString) }

/// Matches `HEAD` requests to this URL, even with more items in their query; see `isGET`.
public func isHEAD(_ url: URL) -> RequestMatcher { isHEAD(url.absoluteString) }
