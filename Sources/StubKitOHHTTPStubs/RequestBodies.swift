// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of OHHTTPStubs.

public import Foundation
import StubKit

extension URLRequest {
  /// The body; a request that a closure gets always has its body.
  @available(*, deprecated, renamed: "httpBody")
  public var ohhttpStubs_httpBody: Data? { httpBody }
}

extension NSURLRequest {
  /// The body; a request that a closure gets always has its body.
  @available(*, deprecated, renamed: "httpBody")
  public func ohhttpStubs_HTTPBody() -> Data! { httpBody }
}

extension StubRequest {
  /// The request as closures for OHHTTPStubs get it, with the body wherever it came from.
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
