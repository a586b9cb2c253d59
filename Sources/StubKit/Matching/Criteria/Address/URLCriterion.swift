import Foundation

/// Compares a request's URL with a text; the URL's fragment counts only if the text has one.
struct URLCriterion: Criterion {
  enum Kind: Sendable {
    case whole
    /// Query and fragment are ignored, in the text and in the request.
    case withoutQuery
    case prefix
  }

  private let written: String
  private let kind: Kind
  private let text: String

  init(_ written: String, as kind: Kind) throws(MatcherMistake) {
    (self.written, self.kind) = (written, kind)
    // With the percent-encoding that Foundation gives the requests' URLs.
    let url = URL(string: written)?.absoluteString ?? written
    text =
      kind == .withoutQuery ? url.withBytes { ScannedURL(scanning: $0).textWithoutQuery.text } : url
    // The start of a URL may end within its scheme.
    let isScheme = kind == .prefix && !text.contains("/")
    if !isScheme, !text.prefix(while: { $0 != "/" }).contains(":") { try reject(because: advice) }
  }

  private var advice: String {
    let rest = written.hasPrefix("//") ? written.dropFirst(2) : written[...]
    let start = rest.prefix { $0 != "/" }
    let isHost = start.contains(".") || start.contains(":") || start == "localhost"
    let address = "https://" + (isHost ? "" : start.isEmpty ? "…" : "…/") + rest
    return "an absolute URL has a scheme and a host: \(address.swiftLiteral)"
  }

  var comparison: RequestComparison? {
    text.withBytes { bytes in
      let url = ScannedURL(scanning: bytes)
      switch kind {
      case .whole: return .whole(.url, url.textWithoutFragment.text)
      case .withoutQuery: return .whole(.path, url.path)
      case .prefix:
        // A host at the end of the prefix may be incomplete.
        let isWhole = !url.rawPath.isEmpty || url.rawQuery != nil
        return isWhole ? url.host.map { .whole(.host, $0.lowercased()) } : nil
      }
    }
  }

  private var asksForFragment: Bool { text.utf8.contains(.numberSign) }
  var isExact: Bool { kind == .whole && !asksForFragment }

  func condition(on probe: RequestProbe) -> Verdict {
    if isExact { return .yes }
    let found = comparedBytes(of: probe)
    return text.withBytes {
      Verdict(kind == .prefix ? found.starts(withBytes: $0) : found.equals($0))
    }
  }

  func finding(in probe: RequestProbe) -> String { probe.url.textFinding }

  private func comparedBytes(of probe: RequestProbe) -> Bytes {
    switch kind {
    case .whole where !asksForFragment: probe.url.textWithoutFragment
    case .whole, .prefix: probe.url.text
    case .withoutQuery: probe.url.textWithoutQuery
    }
  }

  func nearness(ofMiss probe: RequestProbe) -> Double {
    let found = comparedBytes(of: probe).text
    return (kind == .prefix ? String(found.prefix(text.count)) : found).nearness(to: text)
  }

  var weight: Double { kind == .prefix ? 5 : 6 }

  func comparedTexts(in probe: RequestProbe) -> (found: String, wanted: String)? {
    kind == .prefix ? nil : (comparedBytes(of: probe).text, text)
  }

  func hint(in probe: RequestProbe?) -> String? {
    if text.contains("%25"), !written.contains("%25") {
      return "a character in it is not allowed in a URL, so that each % became %25; escape it, too"
    }
    if !text.contains("://") { return advice }
    return kind == .prefix && written.contains("*")
      ? "\"*\" is an ordinary character; absoluteURLMatches(…) takes a regular expression" : nil
  }

  var description: String {
    switch kind {
    case .whole: "isAbsoluteURLString(\(written.swiftLiteral))"
    case .withoutQuery: "isAbsoluteURLString(\(written.swiftLiteral), ignoringQuery: true)"
    case .prefix: "absoluteURLStartsWith(\(written.swiftLiteral))"
    }
  }
}

extension ScannedURL {
  var textFinding: String {
    text.isEmpty
      ? "the request has no URL" : "the URL is \(text.text.shortened(to: 500).swiftLiteral)"
  }

  fileprivate var textWithoutQuery: Bytes {
    Bytes(rebasing: text.prefix { $0 != .questionMark && $0 != .numberSign })
  }
}
