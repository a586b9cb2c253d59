package import Foundation

package struct TextCriterion: Criterion {
  package enum Kind: Sendable {
    case exists
    case isMissing
    case equals(String)
    case matches(TextPattern)
  }

  let place: TextPlace
  private let kind: Kind

  package init(_ place: TextPlace, _ kind: Kind) { (self.place, self.kind) = (place, kind) }

  package init(
    _ place: TextPlace, parsing pattern: String, options: NSRegularExpression.Options = []
  ) throws(MatcherMistake) {
    let isHost = if case .host = place { true } else { false }
    // Hosts ignore case, so the user need not write the option.
    let compiled = try TextPattern(
      parsing: pattern, options: options, usual: isHost ? .caseInsensitive : []
    ) { place.call(place.names.matches, $0) }
    self.init(place, .matches(compiled))
  }

  private var pattern: TextPattern? {
    if case .matches(let pattern) = kind { pattern } else { nil }
  }

  package var comparison: RequestComparison? {
    switch (place, kind) {
    case (_, .isMissing): nil
    case (.header(let name), .equals(let value)): .headerValue(name: name, value: value)
    case (.header(let name), _): .headerName(name)
    case (.query(let name), _): .queryName(name)
    case (.cookie, _): .headerName("cookie")
    case (.url, _), (.host, _), (.path, _), (.body, _): nil
    }
  }

  package var mistake: String? { mistake(because: place.mistakeInName) }

  package var isExact: Bool {
    switch (place, kind) {
    case (.header, .exists), (.header, .equals), (.query, .exists): true
    default: false
    }
  }

  package func condition(on probe: RequestProbe) -> Verdict {
    if isExact { return .yes }
    if case .body = place, let pattern {
      return probe.verdictOnBody { pattern.verdict(onUTF8: $0 ?? Data(), in: probe) }
    }
    let texts = place.texts(in: probe)
    let none =
      switch place {
      // The session may still add a header field or a cookie.
      case .header, .cookie: probe.verdictOnMissingHeader
      case .url, .host, .path, .query, .body: Verdict.no
      }
    switch kind {
    case .exists: return texts.isEmpty ? none : .yes
    case .isMissing: return texts.isEmpty ? !none : .no
    case .equals(let wanted):
      return texts.isEmpty ? none : Verdict(texts.contains { $0.equalsByteForByte(wanted) })
    case .matches(let pattern): return texts.greatest { pattern.verdict(on: $0, in: probe) }
    }
  }

  package func finding(in probe: RequestProbe) -> String { place.finding(in: probe) }

  package func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    if case .body = place { shown.partFindings() } else { nil }
  }

  package func nearness(ofMiss probe: RequestProbe) -> Double {
    if case .isMissing = kind { return 0 }
    return switch place {
    case .query(let name):
      probe.url.firstItems(50).nearness(to: URLQueryItem(name: name, value: nil))
    case .header(let name): probe.header(name) == nil ? 0 : 0.5
    case .cookie: probe.header("Cookie") == nil ? 0 : 0.5
    case .body: probe.seenBody?.isEmpty ?? true ? 0 : 0.3
    case .url, .host, .path: 0
    }
  }

  package var weight: Double {
    switch place {
    case .url: 4
    case .host, .path: 2
    case .query, .header, .cookie, .body: 1
    }
  }

  package func comparedTexts(in probe: RequestProbe) -> (found: String, wanted: String)? {
    guard case .equals(let wanted) = kind else { return nil }
    let texts = place.texts(in: probe)
    return texts.count == 1 && !texts[0].equalsByteForByte(wanted) ? (texts[0], wanted) : nil
  }

  package func substitute(in probe: RequestProbe) -> (any Criterion)? {
    switch (place, kind) {
    case (.query, _): ItemsCriterion.wholeQuery(of: probe)
    case (.header, .exists), (.header, .equals):
      place.texts(in: probe).first.map { TextCriterion(place, .equals($0)) }
    case (.body, _): probe.shortBody.map(BodyCriterion.init(containing:))
    default: nil
    }
  }

  package func hint(in probe: RequestProbe?) -> String? {
    if let pattern { return probe.flatMap(pattern.hint) ?? place.hintOnName }
    return place.hintOnName
  }

  package var description: String {
    switch kind {
    case .exists: place.call(place.names.exists, nil)
    case .isMissing: place.call(place.names.isMissing, nil)
    case .equals(let value): place.call(place.names.exists, "value: \(value.swiftLiteral)")
    case .matches(let pattern): place.call(place.names.matches, pattern.description)
    }
  }
}
