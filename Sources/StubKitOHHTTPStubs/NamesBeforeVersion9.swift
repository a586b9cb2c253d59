import StubKit

/// The stubs of the surrounding scope or test, or else those of the process.
@available(*, deprecated, message: "StubRegistry.current has the stubs, their settings and events.")
public typealias OHHTTPStubs = HTTPStubs

/// The response to a request.
@available(
  *, deprecated, message: "Return a StubResponse: .json(…), .data(…), .file(…), .failure(…)."
)
public typealias OHHTTPStubsResponse = HTTPStubsResponse

/// A registered stub.
@available(*, deprecated, message: "StubKit's stub(condition:response:) returns a Stub.")
public typealias OHHTTPStubsDescriptor = HTTPStubsDescriptor

/// A closure that says whether a stub matches a request.
@available(*, deprecated, message: "A condition is a RequestMatcher: satisfies { request in … }.")
public typealias OHHTTPStubsTestBlock = HTTPStubsTestBlock

/// A closure that returns the response to a request.
@available(
  *, deprecated, message: "A response closure takes a StubRequest and returns a StubResponse."
)
public typealias OHHTTPStubsResponseBlock = HTTPStubsResponseBlock
