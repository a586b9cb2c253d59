/// The path fits a template, whose parameters it captures.
struct PathTemplateCriterion: ExactCriterion {
  /// The template as it was written.
  let written: String
  private let template: PathTemplate

  init(parsing written: String) throws(MatcherMistake) {
    self.written = written
    template = try PathTemplate(parsing: written)
  }

  var meaning: RequestComparison { .pathTemplate(template) }

  func finding(in probe: RequestProbe) -> String { probe.url.pathFinding }

  func captures(in probe: RequestProbe) -> [String: String] {
    template.captures(in: probe.url)
  }

  func nearness(of probe: RequestProbe) -> Double {
    if verdict(on: probe) == .yes { return 1 }
    let found = probe.url.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let longer = max(found.count, template.segments.count)
    guard longer > 0 else { return 0 }
    let likenesses = zip(found, template.segments).map { found, segment -> Double in
      switch segment {
      case .literal(let text): String(found).nearness(to: text)
      case .parameter: found.isEmpty ? 0 : 1
      }
    }
    return min(likenesses.reduce(0, +) / Double(longer), 0.95)
  }

  var weight: Double { 2.5 }

  var hint: String? {
    PathHint.part(written, function: "isPathTemplate") ?? PathHint.colon(written)
  }

  var description: String { "isPathTemplate(\(written.swiftLiteral))" }
}
