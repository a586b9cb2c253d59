public import StubKit

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A closure that says whether a stub matches a request.
@available(*, deprecated, message: "A condition is a RequestMatcher: satisfies { request in … }.")
public typealias HTTPStubsTestBlock = (URLRequest) -> Bool

/// A closure that returns the response to a request.
@available(
  *, deprecated, message: "A response closure takes a StubRequest and returns a StubResponse."
)
public typealias HTTPStubsResponseBlock = (URLRequest) -> HTTPStubsResponse

/// Matches requests that both closures match.
@available(*, deprecated, message: "Combine matchers: isHost(\"…\") && satisfies { request in … }.")
public func && (
  lhs: @escaping HTTPStubsTestBlock, rhs: @escaping HTTPStubsTestBlock
) -> HTTPStubsTestBlock {
  { lhs($0) && rhs($0) }
}

/// Matches requests that at least one of the closures matches.
@available(*, deprecated, message: "Combine matchers: isHost(\"…\") || satisfies { request in … }.")
public func || (
  lhs: @escaping HTTPStubsTestBlock, rhs: @escaping HTTPStubsTestBlock
) -> HTTPStubsTestBlock {
  { lhs($0) || rhs($0) }
}

/// Matches requests that the closure does not match.
@available(*, deprecated, message: "Negate a matcher: !satisfies { request in … }.")
public prefix func ! (block: @escaping HTTPStubsTestBlock) -> HTTPStubsTestBlock {
  { !block($0) }
}

/// Matches requests that the matcher and the closure match.
@available(*, deprecated, message: "Combine matchers: isHost(\"…\") && satisfies { request in … }.")
public func && (lhs: RequestMatcher, rhs: @escaping HTTPStubsTestBlock) -> RequestMatcher {
  lhs && RequestMatcher(rhs)
}

/// Matches requests that the closure and the matcher match.
@available(*, deprecated, message: "Combine matchers: isHost(\"…\") && satisfies { request in … }.")
public func && (lhs: @escaping HTTPStubsTestBlock, rhs: RequestMatcher) -> RequestMatcher {
  RequestMatcher(lhs) && rhs
}

/// Matches requests that the matcher or the closure matches.
@available(*, deprecated, message: "Combine matchers: isHost(\"…\") || satisfies { request in … }.")
public func || (lhs: RequestMatcher, rhs: @escaping HTTPStubsTestBlock) -> RequestMatcher {
  lhs || RequestMatcher(rhs)
}

/// Matches requests that the closure or the matcher matches.
@available(*, deprecated, message: "Combine matchers: isHost(\"…\") || satisfies { request in … }.")
public func || (lhs: @escaping HTTPStubsTestBlock, rhs: RequestMatcher) -> RequestMatcher {
  RequestMatcher(lhs) || rhs
}
