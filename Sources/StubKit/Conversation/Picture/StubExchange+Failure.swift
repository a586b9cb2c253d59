import Foundation

extension StubExchange {
  /// The failure in a word or two: `timed out`, `threw DecodingError`.
  var howItFailed: String {
    guard outcome == .failed || outcome == .threw, let error else { return outcome.description }
    let how = (error as? URLError)?.code.word ?? "\(type(of: error))"
    return outcome == .failed && error is URLError ? how : "\(outcome) \(how)"
  }
}

extension URLError.Code {
  /// The failure of the error itself, as short as possible.
  fileprivate var word: String {
    switch self {
    case .timedOut: "timed out"
    case .networkConnectionLost: "connection lost"
    case .notConnectedToInternet: "offline"
    case .cannotFindHost, .dnsLookupFailed: "DNS failure"
    case .cannotConnectToHost: "no connection"
    case .secureConnectionFailed: "TLS failure"
    case .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      "bad certificate"
    case .httpTooManyRedirects: "too many redirects"
    case .badServerResponse, .cannotParseResponse: "bad response"
    case .cannotDecodeRawData, .cannotDecodeContentData: "undecodable"
    case .resourceUnavailable: "unavailable"
    case .cancelled: "cancelled"
    default: "error \(rawValue)"
    }
  }
}
