/// The decoded path, without trailing slashes, ends with the given text.
struct PathSuffixCriterion: Criterion {
  /// The suffix as it was written.
  let written: String
  private let suffix: String

  init(_ written: String) {
    self.written = written
    suffix = written.withoutTrailingSlashes
  }

  func condition(on probe: RequestProbe) -> Verdict {
    Verdict(probe.url.withPath { $0.ends(with: suffix) })
  }

  func finding(in probe: RequestProbe) -> String { probe.url.pathFinding }

  func nearness(of probe: RequestProbe) -> Double {
    if verdict(on: probe) == .yes { return 1 }
    return String(probe.url.path.suffix(suffix.count)).nearness(to: suffix)
  }

  var weight: Double { 2.5 }

  var hint: String? { PathHint.part(written, function: "pathEndsWith") }

  var description: String { "pathEndsWith(\(written.swiftLiteral))" }
}
