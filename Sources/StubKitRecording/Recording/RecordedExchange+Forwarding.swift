import Foundation
import StubKit
import StubKitDrift

extension RecordedExchange {
  init(_ exchange: ForwardedExchange) {
    self.init(
      method: exchange.request.httpMethod ?? "GET", url: exchange.request.url?.absoluteString,
      headers: StubHeaders(exchange.request.allHTTPHeaderFields ?? [:]),
      body: exchange.requestBody, start: exchange.start)
    unpackRequest()
    (wait, receive) = exchange.phases
    if let response = exchange.response {
      answer(response.status, response.headers, exchange.body, isOfNetwork: true)
    }
    if let error = exchange.error { fail(with: error) }
  }

  /// Gzip cannot be redacted, or read in a diff; a damaged body stays as it is.
  private mutating func unpackRequest() {
    guard ContentCoding.isGzip(requestBody) else { return }
    var (body, headers) = (requestBody, requestHeaders)
    guard (try? headers.undoContentCoding(of: &body)) != nil, body != requestBody else { return }
    (requestBody, requestHeaders) = (body, headers)
  }
}
