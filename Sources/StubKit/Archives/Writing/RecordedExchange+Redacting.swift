import Foundation

extension RecordedExchange {
  /// Exchanges without their secrets, whichever of them gives one away.
  static func redacting(
    _ exchanges: [RecordedExchange], by redaction: Redaction
  ) -> [RecordedExchange] {
    var redactor = Redactor(redaction)
    let named = exchanges.map { $0.redacted(by: &redactor) }
    // Only now is it known what one exchange says of another's secrets.
    guard let cleaner = redactor.cleaner else { return named }
    return named.map { $0.cleaned(by: cleaner) }
  }

  private func redacted(by redactor: inout Redactor) -> RecordedExchange {
    var exchange = self
    exchange.url = redactor.address(url).withoutUser
    exchange.requestHeaders = redactor.headers(requestHeaders)
    exchange.responseHeaders = redactor.headers(responseHeaders)
    exchange.requestBody = redactor.body(
      requestBody, type: requestHeaders["Content-Type"], isRequest: true)
    exchange.body = redactor.body(body, type: responseHeaders["Content-Type"], isRequest: false)
    exchange.comment = comment.map { redactor.text($0) }
    return exchange
  }

  private func cleaned(by cleaner: SecretCleaner) -> RecordedExchange {
    var exchange = self
    exchange.url = cleaner.clean(address: url)
    exchange.requestHeaders = cleaner.clean(requestHeaders)
    exchange.responseHeaders = cleaner.clean(responseHeaders)
    exchange.requestBody = cleaner.clean(requestBody, isRequest: true)
    exchange.body = cleaner.clean(body, isRequest: false)
    exchange.comment = comment.map { cleaner.clean($0) }
    return exchange
  }
}

extension String {
  /// An address without the user that was taken out of it, who is sent as a header anyway.
  fileprivate var withoutUser: String {
    guard let user = range(of: "://\(Redaction.mark)@") else { return self }
    return replacingCharacters(in: user, with: "://")
  }
}
