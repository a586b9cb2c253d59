import Foundation

/// Takes secrets out of whatever holds them, in each form in which they may be written.
struct SecretCleaner: Sendable {
  /// What is taken out, in this order.
  let forms: [String]

  /// A text without any of them.
  func clean(_ text: String) -> String {
    forms.reduce(text) { $0.replacingOccurrences(of: $1, with: ArchivedRequest.redacted) }
  }

  /// Header fields without any of them.
  func clean(_ headers: StubHeaders) -> StubHeaders {
    var result = StubHeaders()
    for field in headers { result.append(clean(field.value), for: field.name) }
    return result
  }

  /// Bytes without any of them.
  func clean(_ data: Data) -> Data {
    guard !data.isEmpty else { return data }
    return forms.reduce(data) {
      $0.replacing(Data($1.utf8), with: Data(ArchivedRequest.redacted.utf8))
    }
  }
}

extension RecordedExchange {
  /// The exchange without any secret.
  func cleaned(by cleaner: SecretCleaner) -> RecordedExchange {
    var exchange = self
    exchange.url = cleaner.clean(url)
    exchange.requestHeaders = cleaner.clean(requestHeaders)
    exchange.responseHeaders = cleaner.clean(responseHeaders)
    exchange.requestBody = cleaner.clean(requestBody)
    exchange.body = cleaner.clean(body)
    return exchange
  }
}

extension Data {
  /// The bytes with every occurrence of some replaced by others.
  fileprivate func replacing(_ bytes: Data, with others: Data) -> Data {
    guard !bytes.isEmpty, var found = range(of: bytes) else { return self }
    var result = Data()
    var position = startIndex
    while true {
      result += self[position..<found.lowerBound] + others
      position = found.upperBound
      guard let next = range(of: bytes, in: position..<endIndex) else { break }
      found = next
    }
    return result + self[position...]
  }
}
