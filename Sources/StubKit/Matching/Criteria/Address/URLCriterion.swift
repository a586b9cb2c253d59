import Foundation

/// The whole URL is the given text; its fragment counts only if the text has one.
struct URLCriterion: Criterion {
  private let written: String
  /// Whether query and fragment are ignored, here and in the request.
  private let ignoresQuery: Bool
  /// The compared part of the URL, as Foundation spells it.
  private let text: String
  private let address: String

  init(_ written: String, ignoringQuery ignoresQuery: Bool = false) {
    self.written = written
    self.ignoresQuery = ignoresQuery
    let url = written.asFoundationSpellsURLs
    text = ignoresQuery ? url.withBytes { ScannedURL(scanning: $0).textWithoutQuery.text } : url
    address = String(text.prefix { $0 != "#" })
  }

  var comparison: RequestComparison? {
    ignoresQuery
      ? .whole(.path, text.withBytes { ScannedURL(scanning: $0).path }) : .whole(.url, address)
  }

  var isExact: Bool { !ignoresQuery && !asksForFragment }

  func condition(on probe: RequestProbe) -> Verdict {
    Verdict(isExact || comparedBytes(of: probe).equals(text))
  }

  private var asksForFragment: Bool { address.utf8.count < text.utf8.count }
  func finding(in probe: RequestProbe) -> String { probe.url.textFinding }

  private func comparedBytes(of probe: RequestProbe) -> ScannedURL.Bytes {
    if ignoresQuery { return probe.url.textWithoutQuery }
    return asksForFragment ? probe.url.text : probe.url.textWithoutFragment
  }

  func nearness(ofMiss probe: RequestProbe) -> Double {
    comparedBytes(of: probe).text.nearness(to: text)
  }

  var weight: Double { 6 }

  func difference(in probe: RequestProbe) -> String? {
    comparedBytes(of: probe).text.difference(from: text)
  }

  func comparedTexts(in probe: RequestProbe) -> (found: String, wanted: String)? {
    (comparedBytes(of: probe).text, text)
  }

  func hint(in probe: RequestProbe?) -> String? { text.hintOnAbsoluteURL(writtenAs: written) }

  var description: String {
    "isAbsoluteURLString(\(written.swiftLiteral)\(ignoresQuery ? ", ignoringQuery: true" : ""))"
  }
}

struct URLPrefixCriterion: Criterion {
  private let written: String
  private let prefix: String
  /// The host of every URL with this prefix, if the prefix contains all of it.
  private let host: String?

  init(_ written: String) {
    self.written = written
    prefix = written.asFoundationSpellsURLs
    host = prefix.withBytes { bytes in
      let url = ScannedURL(scanning: bytes)
      // At the end of the prefix, the host may be incomplete.
      return url.rawPath.isEmpty && url.rawQuery == nil ? nil : url.host?.lowercased()
    }
  }

  var comparison: RequestComparison? { host.map { .whole(.host, $0) } }

  func condition(on probe: RequestProbe) -> Verdict {
    prefix.withBytes { Verdict(probe.url.text.starts(withBytes: $0)) }
  }

  func finding(in probe: RequestProbe) -> String { probe.url.textFinding }

  func nearness(ofMiss probe: RequestProbe) -> Double {
    String(probe.url.text.text.prefix(prefix.count)).nearness(to: prefix)
  }

  var weight: Double { 5 }

  func hint(in probe: RequestProbe?) -> String? {
    if let hint = prefix.hintOnAbsoluteURL(writtenAs: written) { return hint }
    return written.contains("*")
      ? "\"*\" is an ordinary character; absoluteURLMatches(…) takes a regular expression" : nil
  }

  var description: String { "absoluteURLStartsWith(\(written.swiftLiteral))" }
}

extension String {
  /// The URL with the percent-encoding that Foundation gives the requests' URLs.
  fileprivate var asFoundationSpellsURLs: String { URL(string: self)?.absoluteString ?? self }

  fileprivate func hintOnAbsoluteURL(writtenAs written: String) -> String? {
    contains("://")
      ? nil : "an absolute URL has a scheme and a host: \(("https://…/" + written).swiftLiteral)"
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
