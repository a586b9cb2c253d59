package import Foundation

package struct PatternCriterion: Criterion {
  package enum Place: Sendable {
    /// Without the fragment.
    case url
    /// In lower case.
    case host
    case path
    /// The value of any item of this name; empty without an equals sign.
    case query(String)
    case header(String)
    /// Read as UTF-8.
    case body
  }

  private let place: Place
  private let pattern: TextPattern

  package init(_ place: Place, _ pattern: TextPattern) {
    self.place = place
    self.pattern = pattern
  }

  package init(
    _ place: Place, parsing pattern: String, options: NSRegularExpression.Options = []
  ) throws(MatcherMistake) {
    var usual: NSRegularExpression.Options = []
    // Hosts ignore case, so the user need not write the option.
    if case .host = place { usual = .caseInsensitive }
    do throws(MatcherMistake) {
      let compiled = try TextPattern(parsing: pattern, options: options, usual: usual) {
        Self.call(place, $0)
      }
      self.init(place, compiled)
    } catch {
      guard case .host = place, pattern.hasPrefix("*.") else { throw error }
      throw MatcherMistake(
        call: error.call,
        reason: error.reason + "; for subdomains write isHost(\(pattern.swiftLiteral))")
    }
  }

  package var comparison: RequestComparison? {
    switch place {
    case .query(let name): .queryName(name)
    case .header(let name): .headerName(name)
    case .url, .host, .path, .body: nil
    }
  }

  package func condition(on probe: RequestProbe) -> Verdict {
    func search(_ text: String?) -> Verdict {
      text.map { pattern.verdict(on: $0, in: probe) } ?? .no
    }
    switch place {
    case .url: return search(probe.url.textWithoutFragment.text)
    case .host: return search(probe.url.host?.asciiLowercased)
    case .path: return search(probe.url.path)
    case .header(let name): return search(probe.header(name))
    case .query(let name):
      var verdict = Verdict.no
      for pair in probe.url.queryPairs where pair.isNamed(name) {
        verdict = max(verdict, search(pair.valueString ?? ""))
        if verdict == .yes { break }
      }
      return verdict
    case .body: return probe.verdictOnBody { pattern.verdict(onUTF8: $0 ?? Data(), in: probe) }
    }
  }

  package func finding(in probe: RequestProbe) -> String {
    switch place {
    case .url: probe.url.textFinding
    case .host: probe.url.hostFinding
    case .path: probe.url.pathFinding
    case .query(let name): probe.url.queryFinding(of: [name])
    case .header(let name): probe.headerFinding(name)
    case .body: probe.bodyFinding
    }
  }

  package func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    if case .body = place { shown.partFindings() } else { nil }
  }

  package func nearness(ofMiss probe: RequestProbe) -> Double {
    switch place {
    case .url, .host, .path: 0
    case .query(let name): QueryNameCriterion(name: name).nearness(of: probe) * 0.7
    case .header(let name): probe.header(name) == nil ? probe.nearness(toHeader: name) : 0.6
    case .body: probe.seenBody?.isEmpty ?? true ? 0 : 0.3
    }
  }

  package var weight: Double {
    switch place {
    case .url: 4
    case .host, .path: 2
    case .query, .header, .body: 1
    }
  }

  package func substitute(in probe: RequestProbe) -> (any Criterion)? {
    switch place {
    case .query: probe.url.queryCriterion(like: .dictionary([]))
    case .body: probe.shortBody.map(BodyCriterion.init(containing:))
    case .url, .host, .path, .header: nil
    }
  }

  package func hint(in probe: RequestProbe?) -> String? {
    if let hint = probe.flatMap(pattern.hint) { return hint }
    if case .header(let name) = place { return hintOnHeaderName(name) }
    return nil
  }

  package var description: String { Self.call(place, pattern.description) }

  private static func call(_ place: Place, _ arguments: String) -> String {
    switch place {
    case .url: "absoluteURLMatches(\(arguments))"
    case .host: "hostMatches(\(arguments))"
    case .path: "pathMatches(\(arguments))"
    case .query(let name): "queryMatches(\(name.swiftLiteral), \(arguments))"
    case .header(let name): "headerMatches(\(name.swiftLiteral), \(arguments))"
    case .body: "bodyMatches(\(arguments))"
    }
  }
}
