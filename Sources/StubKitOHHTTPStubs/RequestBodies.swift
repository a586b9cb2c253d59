// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of OHHTTPStubs.

public import Foundation
import StubKit

extension URLRequest {
  /// The body; the requests that closures get always have theirs in `httpBody`.
  @available(*, deprecated, renamed: "httpBody")
  public var ohhttpStubs_httpBody: Data? { httpBody }
}

extension NSURLRequest {
  /// The body; the requests that closures get always have theirs in `httpBody`.
  @available(*, deprecated, renamed: "httpBody")
  public func ohhttpStubs_HTTPBody() -> Data! { httpBody }
}

extension StubRequest {
  /// The request for OHHTTPStubs' closures: `httpBody` is set even if the body came from a stream.
  var asBlocksSeeIt: URLRequest {
    var request = urlRequest
    if request.httpBody == nil, let body { request.httpBody = body }
    return request
  }
}

extension RequestMatcher {
  init(_ block: @escaping (URLRequest) -> Bool) {
    let block = Unchecked(value: block)
    self = satisfies { block.value($0.asBlocksSeeIt) }
  }
}
