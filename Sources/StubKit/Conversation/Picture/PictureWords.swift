import Foundation

extension Duration {
  /// At most three digits; from 1000 s on, whole seconds: `0`, `250 µs`, `1.25 s`, `5400 s`.
  var inWords: String {
    let seconds = inSeconds
    return switch abs(seconds) {
    case 0: "0"
    case ..<0.000_000_999_5: (seconds * 1e9).inFigures + " ns"
    case ..<0.000_999_5: (seconds * 1e6).inFigures + " µs"
    case ..<0.999_5: (seconds * 1e3).inFigures + " ms"
    default: seconds.inFigures + " s"
    }
  }
}

extension Int {
  var inBytes: String {
    var (value, unit) = (Double(self), 0)
    while value >= 999.5, unit < 4 { (value, unit) = (value / 1_000, unit + 1) }
    return value.inFigures + " " + ["B", "KB", "MB", "GB", "TB"][unit]
  }
}

extension Double {
  var coordinate: String { String(format: "%g", (self * 10).rounded() / 10) }

  fileprivate var inFigures: String { String(format: abs(self) < 999.5 ? "%.3g" : "%.0f", self) }
}

extension String {
  func fitting(_ count: Int) -> String {
    let text = shortened(to: 4_000).withVisibleControls
    guard text.count > count, count > 2 else { return text }
    let tail = (count - 1) / 2
    return text.prefix(count - 1 - tail) + "…" + text.suffix(tail)
  }
}

extension StubExchange {
  package enum Mood: String, Sendable { case good, led, bad, failed, quiet }

  package var resultInShort: (words: String, mood: Mood) {
    let status = response?.status
    switch outcome {
    case .finished, .passedThrough, .redirected, .challenged:
      guard let status else { return (outcome == .finished ? "finished" : "passed", .quiet) }
      return ("\(status)", status < 300 ? .good : status < 400 ? .led : .bad)
    case .pending: return (status.map { "\($0) …" } ?? "pending", .quiet)
    case .cancelled: return (status.map { "\($0) cancelled" } ?? "cancelled", .quiet)
    case .cannotRespond: return ("no answer", .failed)
    default: return ((status.map { "\($0) " } ?? "") + howItFailed, .failed)
    }
  }

  package var answererInShort: String {
    guard let stub else { return isOfNetwork ? "network" : answerer }
    return (isOfNetwork ? "network, by " : "") + (stub.name ?? "\(stub.condition)")
  }

  private var howItFailed: String {
    guard outcome == .failed || outcome == .threw, let error else { return outcome.description }
    let code = URLError.code(of: error)
    let how = code?.word ?? "\(type(of: error))"
    return outcome == .failed && code != nil ? how : "\(outcome) \(how)"
  }
}

extension URLError.Code {
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
