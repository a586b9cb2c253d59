public import Foundation
import StubKit

// These functions have the names of StubKit's matchers. The compiler chooses them only where code
// needs a closure: `func isLogin() -> HTTPStubsTestBlock { isPath("/login") && isMethodPOST() }`.

/// A closure that matches GET requests.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func isMethodGET() -> HTTPStubsTestBlock {
  StubKit.isMethodGET().block
}

/// A closure that matches POST requests.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func isMethodPOST() -> HTTPStubsTestBlock {
  StubKit.isMethodPOST().block
}

/// A closure that matches PUT requests.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func isMethodPUT() -> HTTPStubsTestBlock {
  StubKit.isMethodPUT().block
}

/// A closure that matches PATCH requests.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func isMethodPATCH() -> HTTPStubsTestBlock {
  StubKit.isMethodPATCH().block
}

/// A closure that matches DELETE requests.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func isMethodDELETE() -> HTTPStubsTestBlock {
  StubKit.isMethodDELETE().block
}

/// A closure that matches HEAD requests.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func isMethodHEAD() -> HTTPStubsTestBlock {
  StubKit.isMethodHEAD().block
}

/// A closure that matches requests with exactly this URL.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func isAbsoluteURLString(_ url: String) -> HTTPStubsTestBlock {
  StubKit.isAbsoluteURLString(url).block
}

/// A closure that matches requests whose URL has this scheme.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func isScheme(_ scheme: String) -> HTTPStubsTestBlock {
  StubKit.isScheme(scheme).block
}

/// A closure that matches requests to this host.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func isHost(_ host: String) -> HTTPStubsTestBlock {
  StubKit.isHost(host).block
}

/// A closure that matches requests with exactly this path.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func isPath(_ path: String) -> HTTPStubsTestBlock {
  StubKit.isPath(path).block
}

/// A closure that matches requests whose path starts with this text.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func pathStartsWith(_ path: String) -> HTTPStubsTestBlock {
  StubKit.pathStartsWith(path).block
}

/// A closure that matches requests whose path ends with this text.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func pathEndsWith(_ path: String) -> HTTPStubsTestBlock {
  StubKit.pathEndsWith(path).block
}

/// A closure that matches requests whose path matches a regular expression.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func pathMatches(_ regex: NSRegularExpression) -> HTTPStubsTestBlock {
  StubKit.pathMatches(regex).block
}

/// A closure that matches requests whose path matches a pattern.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func pathMatches(_ pattern: String, options: NSRegularExpression.Options = [])
  -> HTTPStubsTestBlock
{
  StubKit.pathMatches(pattern, options: options).block
}

/// A closure that matches requests whose path has this extension.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func isExtension(_ ext: String) -> HTTPStubsTestBlock {
  StubKit.isExtension(ext).block
}

/// A closure that matches requests whose query has each of these items.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func containsQueryParams(_ params: [String: String?]) -> HTTPStubsTestBlock {
  StubKit.containsQueryParams(params).block
}

/// A closure that matches requests that have a header field.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func hasHeaderNamed(_ name: String) -> HTTPStubsTestBlock {
  StubKit.hasHeaderNamed(name).block
}

/// A closure that matches requests that have a header field with this value.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func hasHeaderNamed(_ name: String, value: String) -> HTTPStubsTestBlock {
  StubKit.hasHeaderNamed(name, value: value).block
}

/// A closure that matches requests whose body is exactly these bytes.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func hasBody(_ body: Data) -> HTTPStubsTestBlock {
  StubKit.hasBody(body).block
}

/// A closure that matches requests whose body is a form with exactly these fields.
///
/// Unlike in OHHTTPStubs, a `+` in the body is a space, and the `Content-Type` does not matter.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func hasFormBody(_ params: [String: String?]) -> HTTPStubsTestBlock {
  StubKit.hasFormBody(params).block
}

/// A closure that matches requests whose body is this JSON object.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func hasJsonBody(_ jsonObject: [AnyHashable: Any]?) -> HTTPStubsTestBlock {
  // `jsonObject` is optional so that the compiler prefers the overload that returns a matcher.
  guard let jsonObject else { return { _ in false } }
  let matcher: RequestMatcher = hasJsonBody(jsonObject)
  return matcher.block
}

/// A closure that matches requests whose body is a form with exactly these fields.
///
/// Unlike in OHHTTPStubs, a `+` in the body is a space, and the `Content-Type` does not matter.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func hasFormBody(_ items: [URLQueryItem]) -> HTTPStubsTestBlock {
  let matcher: RequestMatcher = hasFormBody(items)
  return matcher.block
}

/// A closure that matches requests whose body is a form with exactly these fields.
///
/// Unlike in OHHTTPStubs, a `+` in the body is a space, and the `Content-Type` does not matter.
@available(*, deprecated, message: "Let the function return a RequestMatcher.")
@_disfavoredOverload
public func hasFormBody(_ items: URLQueryItem...) -> HTTPStubsTestBlock {
  hasFormBody(items)
}

extension RequestMatcher {
  fileprivate var block: (URLRequest) -> Bool { { self($0) } }
}
