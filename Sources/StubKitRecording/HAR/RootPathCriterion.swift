import StubKit

/// The path is the root's, written with its slash or without.
struct RootPathCriterion: Criterion {
  private let slash = PathCriterion("/")

  func condition(on probe: RequestProbe) -> Verdict {
    probe.url.rawPath.isEmpty ? .yes : slash.verdict(on: probe)
  }

  func finding(in probe: RequestProbe) -> String { slash.finding(in: probe) }

  func nearness(of probe: RequestProbe) -> Double {
    probe.url.rawPath.isEmpty ? 1 : slash.nearness(of: probe)
  }

  var weight: Double { slash.weight }

  var description: String { slash.description }
}
