import StubKit
import Testing

@testable import StubKitServer

struct DeadlinesTests {
  @Test(arguments: 0..<100)
  func `wires are called in the order of their deadlines`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let start = ContinuousClock.now
    let wires = (0..<20).map { Wire(Int32($0)) }
    var deadlines = Deadlines()
    var expected: [Int32: Int] = [:]
    for _ in 0..<100 {
      guard let wire = wires.randomElement(using: &random) else { continue }
      let seconds = Int.random(in: 0...50, using: &random)
      let isSet = random.chance
      expected[wire.socket] = isSet ? seconds : nil
      deadlines.set(isSet ? start + .seconds(seconds) : nil, for: wire)
    }
    let now = start + .seconds(30)
    var passed: [Int] = []
    while let wire = deadlines.takePassed(at: now) {
      passed.append(expected.removeValue(forKey: wire.socket) ?? -1)
    }
    #expect(passed == passed.sorted() && !passed.contains(-1))
    #expect(expected.values.allSatisfy { $0 > 30 })
    #expect(deadlines.next == expected.values.min().map { start + .seconds($0) })
  }
}
