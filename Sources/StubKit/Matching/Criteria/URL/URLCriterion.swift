import Foundation

/// The whole URL is the given text; its fragment counts only if the text has one.
struct URLCriterion: Criterion {
  /// The URL as it was written at the call.
  let written: String
  /// The URL as Foundation spells it.
  private let text: String
  /// The same without its fragment.
  private let address: String

  init(_ written: String) {
    self.written = written
    // Foundation percent-encodes what it is given; the requests' URLs went the same way.
    text = URL(string: written)?.absoluteString ?? written
    address = String(text.prefix { $0 != "#" })
  }

  var comparison: RequestComparison? { .whole(.url, address) }

  var isExact: Bool { !asksForFragment }

  func condition(on probe: RequestProbe) -> Verdict {
    Verdict(!asksForFragment || probe.url.text.text == text)
  }

  private var asksForFragment: Bool { address.utf8.count < text.utf8.count }

  func finding(in probe: RequestProbe) -> String { probe.url.textFinding }

  /// As much of the request's URL as is asked about.
  private func comparedURL(of probe: RequestProbe) -> String {
    (asksForFragment ? probe.url.text : probe.url.textWithoutFragment).text
  }

  func nearness(of probe: RequestProbe) -> Double {
    comparedURL(of: probe).nearness(to: text)
  }

  var weight: Double { 6 }

  func difference(in probe: RequestProbe) -> String? {
    comparedURL(of: probe).difference(from: text)
  }

  var hint: String? {
    text.contains("://")
      ? nil : "an absolute URL has a scheme and a host: \(("https://…/" + written).swiftLiteral)"
  }

  var description: String { "isAbsoluteURLString(\(written.swiftLiteral))" }
}

extension ScannedURL {
  /// The URL as a report puts it.
  var textFinding: String {
    text.isEmpty
      ? "the request has no URL" : "the URL is \(text.text.shortened(to: 500).swiftLiteral)"
  }
}
