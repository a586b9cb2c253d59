import Foundation
import StubKit

extension RecordedExchange {
  init(_ exchange: ForwardedExchange) {
    self.init(
      method: exchange.request.httpMethod ?? "GET", url: exchange.request.url?.absoluteString,
      headers: StubHeaders(exchange.request.allHTTPHeaderFields ?? [:]),
      body: exchange.requestBody, start: exchange.start)
    (wait, receive) = exchange.phases
    if let response = exchange.response {
      answer(response.status, response.headers, exchange.body, isOfNetwork: true)
    }
    if let error = exchange.error { fail(with: error) }
  }
}
