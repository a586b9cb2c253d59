import StubKit

/// The stubs that no scenario of an exploration has used.
struct UnusedEverywhere {
  private var unused: [StubIssue]?

  var issues: [StubIssue] { unused ?? [] }

  /// Leaves out the stubs that a scenario has used.
  mutating func note(_ run: ScenarioRunner.Run) {
    guard let unused else {
      self.unused = run.unused
      return
    }
    guard !unused.isEmpty else { return }
    let others = Set(run.unused.map(Self.key))
    self.unused = unused.filter { others.contains(Self.key(of: $0)) }
  }

  /// The issue of a stub without its reasons, which differ between scenarios.
  private static func key(of issue: StubIssue) -> String {
    String(issue.text.prefix { $0 != "\n" })
  }
}
