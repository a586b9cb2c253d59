import Foundation

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A registry beside a plain scan of the same stubs, both changed at random in the same way.
struct IndexModel {
  /// Which conditions the stubs have.
  enum Mix: Sendable {
    /// Anything, nested.
    case nested
    /// Conjunctions as people write them.
    case ordinary
    /// So many kinds of keys that the index has to do without some.
    case manySignatures
    /// Few keys for many stubs.
    case equalKeys
  }

  private let mix: Mix
  private var generator: SeededRandom
  private let registry = StubRegistry(unmatched: .fail)
  private var scan = PlainScan()

  init(_ mix: Mix, seed: UInt64) {
    self.mix = mix
    generator = SeededRandom(seed: seed)
  }

  /// Registers some stubs, removes some, and claims one now and then.
  mutating func change() {
    for _ in 0..<(mix == .manySignatures ? 60 : 1 + generator.next() % 6) { insert() }
    let removals = generator.next() % 4 == 0 ? scan.stubs.count / 2 : Int(generator.next() % 3)
    for _ in 0..<min(removals, scan.stubs.count) {
      let stub = generator.pick(scan.stubs)
      stub.remove()
      scan.remove(stub)
    }
    if generator.next() % 40 == 0 {
      registry.removeAll()
      scan = PlainScan()
    }
    claim()
  }

  private mutating func insert() {
    let times = generator.pick([nil, nil, nil, 1, 2, 0])
    let condition = condition()
    let priority = generator.pick([0, 0, 0, 1, -1, 5])
    // Some conditions have a mistake, of which nobody needs to be told here.
    let stub = Journal().noteIssues {
      registry.stub(condition: condition, priority: priority, times: times, response: .status(200))
    }
    if times != 0, condition.mistake == nil { scan.insert(stub) }
  }

  private mutating func condition() -> RequestMatcher {
    switch mix {
    case .nested:
      return RandomMatcher.make(&generator)
    case .ordinary:
      return RandomMatcher.ordinary(&generator)
    case .equalKeys:
      let matcher = generator.pick([
        isHost("a.com") && isPath("/users"), hasHeaderNamed("X-A", value: "a"),
      ])
      return generator.next() % 3 == 0
        ? matcher && RandomMatcher.make(&generator, depth: 1) : matcher
    case .manySignatures:
      let number = generator.next() % 90
      let text = String(repeating: "a", count: Int(number))
      return generator.pick([
        pathStartsWith("/" + text), hasHeaderNamed("X-\(number)"),
        hasHeaderNamed("X-\(number)", value: "a"),
        isHost("a.com")
          && isPathTemplate("/{a}" + String(repeating: "/users", count: Int(number / 4))),
        RandomMatcher.ordinary(&generator),
      ])
    }
  }

  private mutating func claim() {
    guard !scan.stubs.isEmpty else { return }
    let stub = generator.pick(scan.stubs)
    let turn = registry.state.withLock { $0.isActive(stub) ? $0.claim(stub) : nil }
    if let turn, let times = stub.times, turn + 1 >= times { scan.remove(stub) }
  }

  /// Compares what both make of some requests, at every sight; says how often, and what differs.
  mutating func compare() -> (count: Int, mismatch: String?) {
    var count = 0
    guard registry.stubs.map(\.rank) == scan.stubs.map(\.rank) else {
      return (1, "the index holds \(registry.stubs), not \(scan.stubs)")
    }
    for _ in 0..<4 {
      let request = RandomRequest.make(&generator)
      let ceiling = scan.stubs.isEmpty ? nil : generator.pick(scan.stubs).rank
      for sight in [RequestProbe.Sight.glance, .guarded, .full] {
        for body in [RequestProbe.Body.unseen, .inRequest, .seen(request.httpBody)] {
          for ceiling in [nil, ceiling] {
            count += 1
            let difference: String? = RequestProbe.examining(request, body: body, sight: sight) {
              mismatch($0, below: ceiling)
            }
            if let difference { return (count, difference) }
          }
        }
      }
    }
    return (count, nil)
  }

  private func mismatch(_ probe: RequestProbe, below ceiling: Stub.Rank?) -> String? {
    let expected = scan.best(for: probe, below: ceiling)
    let found = registry.state.withLock { $0.index.best(for: probe, below: ceiling) }
    if found?.stub === expected?.stub, found?.verdict == expected?.verdict { return nil }
    func text(_ result: (stub: Stub, verdict: Verdict)?) -> String {
      result.map { "\($0.verdict) by \($0.stub) of rank \($0.stub.rank)" } ?? "nothing"
    }
    return """
      at \(probe.sight) \(probe.snapshot()) \(probe.request.allHTTPHeaderFields ?? [:]) gets \
      \(text(found)) from the index, \(text(expected)) from the scan
      """
  }
}
