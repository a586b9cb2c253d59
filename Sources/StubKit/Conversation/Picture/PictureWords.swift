import Foundation

extension Duration {
  package var inSeconds: Double { self / .seconds(1) }

  /// At most three figures or two units: `0`, `250 µs`, `1.25 s`, `2 min 30 s`.
  var inWords: String {
    let seconds = inSeconds
    switch seconds {
    case ..<0: return "−" + (.zero - self).inWords
    case 0: return "0"
    case ..<0.000_001: return "\(Int((seconds * 1e9).rounded())) ns"
    case ..<0.000_999_5: return Self.figures(seconds * 1e6) + " µs"
    case ..<0.999_5: return Self.figures(seconds * 1e3) + " ms"
    case ..<59.95: return Self.figures(seconds) + " s"
    case ..<3_599.5: return Self.parts(seconds, of: 60, "min", "s")
    case ..<86_370: return Self.parts(seconds / 60, of: 60, "h", "min")
    default: return Self.parts(seconds / 3_600, of: 24, "d", "h")
    }
  }

  private static func figures(_ value: Double) -> String {
    value.text(decimals: value < 9.995 ? 2 : value < 99.95 ? 1 : 0)
  }

  private static func parts(
    _ value: Double, of size: Int, _ large: String, _ small: String
  ) -> String {
    let whole = Int(min(value, 1e15).rounded())
    let (first, second) = whole.quotientAndRemainder(dividingBy: size)
    return "\(first) \(large)" + (second == 0 ? "" : " \(second) \(small)")
  }
}

extension Int {
  var inBytes: String {
    var (value, unit) = (Double(self), 0)
    while value >= 999.5, unit < 4 { (value, unit) = (value / 1_000, unit + 1) }
    let decimals = unit == 0 || value >= 99.95 ? 0 : 1
    return value.text(decimals: decimals) + " " + ["B", "KB", "MB", "GB", "TB"][unit]
  }
}

extension Double {
  var coordinate: String { text(decimals: 1) }

  fileprivate func text(decimals: Int) -> String {
    let scale = decimals == 0 ? 1 : decimals == 1 ? 10 : 100
    let scaled = Int((self * Double(scale)).rounded())
    let (whole, rest) = abs(scaled).quotientAndRemainder(dividingBy: scale)
    var text = (scaled < 0 ? "-" : "") + "\(whole)"
    guard rest > 0 else { return text }
    text += "." + String(rest + scale).dropFirst()
    return text.hasSuffix("0") ? String(text.dropLast()) : text
  }
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
  package enum Mood: String, Sendable {
    case good, led, bad, failed, quiet
  }

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
    guard let stub else { return isOfNetwork ? "network" : "no stub matched" }
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
