import StubKit

/// The path is `/` or empty; both name the root.
struct RootPathCriterion: Criterion {
  private let slash = PathCriterion("/")

  func condition(on probe: RequestProbe) -> Verdict {
    probe.url.rawPath.isEmpty ? .yes : slash.verdict(on: probe)
  }

  func finding(in probe: RequestProbe) -> String { slash.finding(in: probe) }
  func nearness(ofMiss probe: RequestProbe) -> Double { slash.nearness(ofMiss: probe) }
  var weight: Double { slash.weight }
  var description: String { slash.description }
}
