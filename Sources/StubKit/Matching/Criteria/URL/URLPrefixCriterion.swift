import Foundation

/// The whole URL starts with the given text.
struct URLPrefixCriterion: Criterion {
  /// The prefix as it was written.
  let written: String
  /// The prefix as Foundation spells it.
  private let prefix: String
  /// The host of every URL with this prefix, if the prefix contains all of it.
  private let host: String?

  init(_ written: String) {
    self.written = written
    // Foundation percent-encodes it, as it does with the requests' URLs.
    let prefix = URL(string: written)?.absoluteString ?? written
    self.prefix = prefix
    host = prefix.withBytes { bytes in
      let url = ScannedURL(scanning: bytes)
      // At the end of the prefix, the host may be incomplete.
      return url.rawPath.isEmpty && url.rawQuery == nil ? nil : url.host?.lowercased()
    }
  }

  // The index can look it up by the host.
  var comparison: RequestComparison? { host.map { .whole(.host, $0) } }

  func condition(on probe: RequestProbe) -> Verdict {
    prefix.withBytes { Verdict(probe.url.text.starts(withBytes: $0)) }
  }

  func finding(in probe: RequestProbe) -> String { probe.url.textFinding }

  func nearness(of probe: RequestProbe) -> Double {
    if verdict(on: probe) == .yes { return 1 }
    return String(probe.url.text.text.prefix(prefix.count)).nearness(to: prefix)
  }

  var weight: Double { 5 }

  var hint: String? {
    if !prefix.contains("://") {
      return "an absolute URL has a scheme and a host: \(("https://…/" + written).swiftLiteral)"
    }
    return written.contains("*")
      ? "\"*\" is an ordinary character; absoluteURLMatches(…) takes a regular expression" : nil
  }

  var description: String { "absoluteURLStartsWith(\(written.swiftLiteral))" }
}
