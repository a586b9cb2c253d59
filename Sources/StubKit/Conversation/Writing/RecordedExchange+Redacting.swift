import Foundation

extension RecordedExchange {
  package static func redacting(
    _ exchanges: [RecordedExchange], by redaction: Redaction,
    naming names: SecretNames = SecretNames()
  ) -> [RecordedExchange] {
    var redactor = Redactor(redaction)
    redactor.names = names
    if !redaction.isNothing {
      for exchange in exchanges { exchange.eachText { names.avoid($0) } }
    }
    var named = exchanges.map { $0.redacted(by: &redactor) }
    // The secrets of all exchanges are known only now; an exchange may repeat another's.
    guard let finder = redactor.finder else { return named }
    if names.compose(redactor.pool.values, by: finder) {
      redactor = Redactor(redaction)
      redactor.names = names
      named = exchanges.map { $0.redacted(by: &redactor) }
    }
    let cleaner = SecretCleaner(finder, names: names)
    return named.map { $0.cleaned(by: cleaner) }
  }

  private func eachText(_ read: (Bytes) -> Void) {
    for text in [url, comment ?? ""]
      + [requestHeaders, responseHeaders].flatMap({ $0.map(\.value) })
    { text.withBytes(read) }
    for body in [requestBody, body] { Array(body).withUnsafeBufferPointer(read) }
  }

  package func redacted(by redactor: inout Redactor) -> RecordedExchange {
    var exchange = self
    exchange.url = redactor.address(url)
    exchange.requestHeaders = redactor.headers(requestHeaders)
    exchange.responseHeaders = redactor.headers(responseHeaders)
    redactor.answer = body
    exchange.requestBody = redactor.body(
      requestBody, type: requestHeaders["Content-Type"], isRequest: true)
    exchange.body = redactor.body(body, type: responseHeaders["Content-Type"], isRequest: false)
    exchange.comment = comment.map { redactor.text($0) }
    return exchange
  }

  package func cleaned(by cleaner: SecretCleaner) -> RecordedExchange {
    var exchange = self
    exchange.url = cleaner.clean(address: url)
    exchange.requestHeaders = cleaner.clean(requestHeaders)
    exchange.responseHeaders = cleaner.clean(responseHeaders)
    exchange.requestBody = cleaner.clean(
      requestBody, isRequest: true, type: requestHeaders["Content-Type"])
    exchange.body = cleaner.clean(body, isRequest: false, type: responseHeaders["Content-Type"])
    exchange.comment = comment.map { cleaner.clean($0) }
    return exchange
  }
}
