/// A closure says whether the request is meant.
struct ClosureCriterion: Criterion {
  /// What the closure asks, in the user's words.
  let label: String
  /// The closure, which runs only once the body has been read.
  let closure: @Sendable (StubRequest) -> Bool

  func condition(on probe: RequestProbe) -> Verdict {
    guard probe.sight == .full, case .seen = probe.body else { return .open }
    return Verdict(closure(probe.snapshot()))
  }

  func finding(in probe: RequestProbe) -> String { "the closure says otherwise" }

  // Ranking near misses must not run what the user wrote once more.
  func nearness(of probe: RequestProbe) -> Double { 0.5 }

  var weight: Double { 0.5 }

  var description: String {
    label == Self.defaultLabel ? "satisfies { … }" : "satisfies(\(label.swiftLiteral)) { … }"
  }

  /// The label of a closure that was given none.
  static let defaultLabel = "a closure"
}
