import Foundation

/// The whole URL is the given text; its fragment counts only if the text has one.
struct URLCriterion: Criterion {
  /// The URL as it was written at the call.
  let written: String
  /// Whether the query does not count, here and in the request, and with it the fragment.
  private let ignoresQuery: Bool
  /// The URL as Foundation spells it, as far as it counts.
  private let text: String
  /// The same without its fragment.
  private let address: String

  init(_ written: String, ignoringQuery ignoresQuery: Bool = false) {
    self.written = written
    self.ignoresQuery = ignoresQuery
    // Foundation percent-encodes what it is given; the requests' URLs went the same way.
    let url = URL(string: written)?.absoluteString ?? written
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

  /// As much of the request's URL as is asked about.
  private func comparedBytes(of probe: RequestProbe) -> ScannedURL.Bytes {
    if ignoresQuery { return probe.url.textWithoutQuery }
    return asksForFragment ? probe.url.text : probe.url.textWithoutFragment
  }

  func nearness(of probe: RequestProbe) -> Double {
    comparedBytes(of: probe).text.nearness(to: text)
  }

  var weight: Double { 6 }

  func difference(in probe: RequestProbe) -> String? {
    comparedBytes(of: probe).text.difference(from: text)
  }

  func comparedText(in probe: RequestProbe) -> String? { comparedBytes(of: probe).text }

  var wantedText: String? { text }

  var hint: String? {
    text.contains("://")
      ? nil : "an absolute URL has a scheme and a host: \(("https://…/" + written).swiftLiteral)"
  }

  var description: String {
    "isAbsoluteURLString(\(written.swiftLiteral)\(ignoresQuery ? ", ignoringQuery: true" : ""))"
  }
}

extension ScannedURL {
  /// The URL as a report puts it.
  var textFinding: String {
    text.isEmpty
      ? "the request has no URL" : "the URL is \(text.text.shortened(to: 500).swiftLiteral)"
  }

  /// The whole text without its query and its fragment.
  fileprivate var textWithoutQuery: Bytes {
    Bytes(rebasing: text.prefix { $0 != .questionMark && $0 != .numberSign })
  }
}
