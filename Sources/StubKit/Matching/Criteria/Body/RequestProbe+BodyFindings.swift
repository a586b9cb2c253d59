import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What criteria and reports make of a request's body.
extension RequestProbe {
  /// Decides on the body once it has been read, a long one outside of every lock; open until then.
  func verdictOnBody(_ decide: (Data?) -> Bool) -> Verdict {
    switch body {
    case .unseen: .open
    case .inRequest: request.httpBody.map { Verdict(decide($0)) } ?? .open
    case .seen(let data):
      // The lock is not held while megabytes are parsed: that is done where closures run, too.
      sight == .guarded && (data?.count ?? 0) > Self.longestBodyAtOnce
        ? .open : Verdict(decide(data))
    }
  }

  private static let longestBodyAtOnce = 1 << 16

  /// The body as far as it has been read; nil also if there is none.
  var seenBody: Data? {
    switch body {
    case .unseen: nil
    case .inRequest: request.httpBody
    case .seen(let data): data
    }
  }

  /// The body as a text that is short enough to be pasted; nil also if there is none.
  var shortBody: String? {
    guard let data = seenBody, (1...80).contains(data.count) else { return nil }
    return String(data: data, encoding: .utf8)
  }

  /// What the body is, in short.
  var bodyFinding: String {
    guard let data = seenBody else { return "there is no body" }
    if data.isEmpty { return "the body is empty" }
    guard let text = String(data: data, encoding: .utf8) else {
      return "the body is \(data.count) bytes that are not UTF-8 text"
    }
    return "the body is \(text.shortened().swiftLiteral)"
  }
}
