import Foundation

/// The times of a row.
extension PictureRow {
  /// Returns all moments of the exchange.
  func moments(until now: Duration) -> [Duration] {
    [asked, decided, end ?? now] + [sent, head].compactMap(\.self) + pieces
  }

  /// Returns the phases between two moments each, with the class of their colour.
  func phases(until now: Duration) -> [(from: Duration, to: Duration, name: String)] {
    var phases: [(from: Duration, to: Duration, name: String)] = [(asked, decided, "queued")]
    var from = decided
    if let sent, sent > from {
      phases.append((from, sent, "sending"))
      from = sent
    }
    if let waited = head ?? end {
      phases.append((from, waited, isForwarded ? "foreignwait" : "waiting"))
    }
    if let head, let last = end ?? pieces.last {
      phases.append((head, last, isForwarded ? "foreign" : "body"))
    }
    return phases.filter { $0.to > $0.from }
  }
}

/// The address of a row.
extension PictureRow {
  /// The scheme and the host.
  var origin: String {
    String(url.dropLast(target.count))
  }

  /// The address without its scheme, if that is the usual one.
  var address: String {
    url.hasPrefix("https://") ? String(url.dropFirst(8)) : url
  }

  /// The path and the query.
  var target: String {
    guard let host = url.range(of: "://")?.upperBound else { return url }
    let start = url[host...].firstIndex { "/?".contains($0) } ?? url.endIndex
    return String(url[start...])
  }
}
