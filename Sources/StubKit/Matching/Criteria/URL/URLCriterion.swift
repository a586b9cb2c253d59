import Foundation

/// The whole URL is the given text; its fragment counts only if the text has one.
struct URLCriterion: Criterion {
  /// The URL as it was written.
  let written: String
  /// Whether query and fragment are ignored, here and in the request.
  private let ignoresQuery: Bool
  /// The compared part of the URL, as Foundation spells it.
  private let text: String
  /// The same without its fragment.
  private let address: String

  init(_ written: String, ignoringQuery ignoresQuery: Bool = false) {
    self.written = written
    self.ignoresQuery = ignoresQuery
    // Foundation percent-encodes it, as it does with the requests' URLs.
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

  /// Returns the compared part of the request's URL.
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
  /// The URL in a report.
  var textFinding: String {
    text.isEmpty
      ? "the request has no URL" : "the URL is \(text.text.shortened(to: 500).swiftLiteral)"
  }

  /// The URL without query and fragment.
  fileprivate var textWithoutQuery: Bytes {
    Bytes(rebasing: text.prefix { $0 != .questionMark && $0 != .numberSign })
  }
}
