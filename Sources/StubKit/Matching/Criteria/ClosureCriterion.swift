import Foundation

/// A closure says whether the request is meant.
final class ClosureCriterion: Criterion {
  // A class, since a closure has no identity by which to know that it is running.

  /// What the closure asks, in the user's words.
  let label: String
  /// The closure, which runs only once the body has been read.
  let closure: @Sendable (StubRequest) -> Bool

  /// The criteria whose closures the surrounding code was called by.
  @TaskLocal private static var running: Set<ObjectIdentifier> = []

  init(label: String, closure: @escaping @Sendable (StubRequest) -> Bool) {
    self.label = label
    self.closure = closure
  }

  private var isRunning: Bool { Self.running.contains(ObjectIdentifier(self)) }

  func condition(on probe: RequestProbe) -> Verdict {
    // A closure that asks a registry or a matcher for what depends on itself would never return.
    guard probe.sight == .full, case .seen(let data) = probe.body, !isRunning else { return .open }
    // Asked once of each request, also for what is captured and for a report: it may count, or record.
    let answer = probe.parsed(data ?? Data()).form(
      where: { $0.criterion === self },
      orMake: { Answer(criterion: self, isYes: run(on: probe)) })
    return Verdict(answer.isYes)
  }

  private func run(on probe: RequestProbe) -> Bool {
    Self.$running.withValue(Self.running.union([ObjectIdentifier(self)])) {
      closure(probe.snapshot())
    }
  }

  /// What the closure has said of a request, kept with what else was read of it.
  private struct Answer {
    let criterion: ClosureCriterion
    let isYes: Bool
  }

  func finding(in probe: RequestProbe) -> String {
    isRunning
      ? "the closure itself asks here, and cannot be asked before it has answered"
      : "the closure says otherwise"
  }

  // Ranking near misses must not run what the user wrote once more.
  func nearness(of probe: RequestProbe) -> Double { 0.5 }

  var weight: Double { 0.5 }

  var description: String {
    label == Self.defaultLabel ? "satisfies { … }" : "satisfies(\(label.swiftLiteral)) { … }"
  }

  /// The label of a closure that was given none.
  static let defaultLabel = "a closure"
}
