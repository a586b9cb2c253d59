import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The index against a plain scan, over random registries, requests, removals and conditions.
@Suite struct StubIndexPropertyTests {
  /// How many results are compared in all; set `STUBKIT_COMPARISONS` for more.
  static let comparisons =
    ProcessInfo.processInfo.environment["STUBKIT_COMPARISONS"].flatMap(Int.init) ?? 6_000

  @Test(arguments: [
    IndexModel.Mix.nested, .ordinary, .manySignatures, .equalKeys,
  ])
  func `the index finds what a plain scan finds`(_ mix: IndexModel.Mix) {
    var compared = 0
    var seed: UInt64 = 0
    while compared < Self.comparisons / 4 {
      seed += 1
      var model = IndexModel(mix, seed: seed)
      for _ in 0..<25 {
        model.change()
        let (count, mismatch) = model.compare()
        compared += count
        if let mismatch {
          Issue.record("seed \(seed): \(mismatch)")
          return
        }
      }
    }
    #expect(compared >= Self.comparisons / 4)
  }

  @Test func `a compiled matcher gives the verdicts of its expression`() {
    var generator = SeededRandom(seed: 7)
    for _ in 0..<Self.comparisons / 2 {
      let matcher = RandomMatcher.make(&generator)
      let request = RandomRequest.make(&generator)
      let sight = generator.pick([RequestProbe.Sight.glance, .guarded, .full])
      let body = generator.pick([RequestProbe.Body.unseen, .seen(request.httpBody)])
      let isSame = RequestProbe.examining(request, body: body, sight: sight) { probe -> Bool in
        CompiledMatcher(matcher.expression).verdict(on: probe)
          == matcher.expression.verdict(on: probe)
      }
      #expect(isSame, "\(matcher) at \(sight) on \(StubRequest(request))")
    }
  }

  @Test func `a template of any length finds its request`() throws {
    let registry = StubRegistry()
    for count in [1, 31, 32, 33, 34, 70] {
      let places = 0..<count
      let template = places.map { $0 % 2 == 0 ? "/{p\($0)}" : "/\($0)" }.joined()
      let stub = registry.given(isPathTemplate(template), line: count)
      let path = places.map { "/\($0)" }.joined()
      #expect(registry.decide(try .to("https://a.test" + path), body: nil).claim?.stub === stub)
    }
  }

  @Test func `stubs for more header fields than the index numbers are found, too`() throws {
    let registry = StubRegistry()
    let first = registry.given(isPath("/stays"), line: 1)
    for number in 0..<200 {
      if number == 50 { registry.given(hasHeaderNamed("Kept"), line: 2) }
      let named = registry.given(hasHeaderNamed("X-\(number)"), line: 3)
      let exact = registry.given(hasHeaderNamed("Y-\(number)", value: "1"), line: 4)
      for (stub, header) in [(named, "X-\(number)"), (exact, "Y-\(number)")] {
        let request = try URLRequest.to(headers: [header: "1"])
        #expect(registry.decide(request, body: nil).claim?.stub === stub)
        stub.remove()
      }
    }
    let kept = registry.decide(try .to(headers: ["Kept": "1"]), body: nil).claim?.stub
    #expect(kept?.location.line == 2)
    kept?.remove()
    #expect(registry.decide(try .to("https://a.test/stays"), body: nil).claim != nil)
    #expect(registry.state.withLock { $0.index.headerNames } != [])
    first.remove()
    #expect(registry.state.withLock { $0.index.headerNames } == [], "an empty index begins anew")
  }
}
