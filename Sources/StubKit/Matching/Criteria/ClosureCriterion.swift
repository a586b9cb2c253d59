import Foundation

/// A class, because a closure has no identity by which to recognise that it is already running.
final class ClosureCriterion: Criterion {
  let label: String?
  let closure: @Sendable (StubRequest) -> Bool

  init(label: String?, closure: @escaping @Sendable (StubRequest) -> Bool) {
    (self.label, self.closure) = (label, closure)
  }

  private var isRunning: Bool {
    ClosureCall.around.contains { $0.condition == ObjectIdentifier(self) }
  }

  func condition(on probe: RequestProbe) -> Verdict {
    // The closure may ask a matcher or registry that asks the closure: that would never end.
    guard probe.sight == .full, case .seen(let data, _) = probe.body, !isRunning else {
      return .open
    }
    // A closure may have side effects, such as counting, so a decision runs it once; the answer is
    // cached with the parsed body.
    let answer = probe.parsed(data ?? Data()).form(
      where: { $0.criterion === self }, orMake: { Answer(criterion: self, isYes: run(on: probe)) })
    return Verdict(answer.isYes)
  }

  private func run(on probe: RequestProbe) -> Bool {
    ClosureCall(condition: ObjectIdentifier(self)).surround { closure(probe.snapshot()) }
  }

  private struct Answer {
    let criterion: ClosureCriterion
    let isYes: Bool
  }

  func finding(in probe: RequestProbe) -> String {
    isRunning
      ? "the closure itself asks here, and cannot be asked before it has answered"
      : "the closure says otherwise"
  }

  // Ranking near misses must not run the user's closure again.
  func nearness(ofMiss probe: RequestProbe) -> Double { 0.5 }
  var weight: Double { 0.5 }

  var description: String {
    "satisfies\(label.map { "(\($0.swiftLiteral))" } ?? "") { … }"
  }
}
