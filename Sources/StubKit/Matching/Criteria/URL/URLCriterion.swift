import Foundation

/// The whole URL, without its fragment, is the given text.
struct URLCriterion: ExactCriterion {
  /// The URL as it was written at the call.
  let written: String
  /// The URL as Foundation spells it, without its fragment.
  private let text: String

  init(_ written: String) {
    self.written = written
    // Foundation percent-encodes what it is given; the requests' URLs went the same way.
    text = Self.withoutFragment(URL(string: written)?.absoluteString ?? written)
  }

  var meaning: RequestComparison { .whole(.url, text) }

  func finding(in probe: RequestProbe) -> String {
    guard !probe.url.text.isEmpty else { return "the request has no URL" }
    return "the URL is \(probe.url.text.text.shortened(to: 500).swiftLiteral)"
  }

  func nearness(of probe: RequestProbe) -> Double {
    probe.url.textWithoutFragment.text.nearness(to: text)
  }

  var weight: Double { 6 }

  func difference(in probe: RequestProbe) -> String? {
    probe.url.textWithoutFragment.text.difference(from: text)
  }

  var hint: String? {
    text.contains("://")
      ? nil : "an absolute URL has a scheme and a host: \(("https://…/" + written).swiftLiteral)"
  }

  var description: String { "isAbsoluteURLString(\(written.swiftLiteral))" }

  private static func withoutFragment(_ text: String) -> String {
    String(text.prefix { $0 != "#" })
  }
}
