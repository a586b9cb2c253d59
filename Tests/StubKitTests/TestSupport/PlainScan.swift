@testable import StubKit

/// What `StubIndex` must agree with: all stubs in an array, asked one after the other.
struct PlainScan {
  /// The stubs, oldest first.
  private(set) var stubs: [Stub] = []

  mutating func insert(_ stub: Stub) { stubs.append(stub) }

  mutating func remove(_ stub: Stub) { stubs.removeAll { $0 === stub } }

  /// The best stub, below a rank if one is given, whose condition the request does not fail.
  func best(
    for probe: RequestProbe, below ceiling: Stub.Rank?
  ) -> (stub: Stub, verdict: Verdict)? {
    for stub in stubs.sorted(by: { $0.rank > $1.rank }) {
      if let ceiling, stub.rank >= ceiling { continue }
      let verdict = stub.condition.verdict(on: probe)
      if verdict != .no { return (stub, verdict) }
    }
    return nil
  }
}
