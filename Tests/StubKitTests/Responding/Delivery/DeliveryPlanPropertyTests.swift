import Foundation
import Testing

@testable import StubKit

/// What holds for any plan, over random ones that are the same in every run.
struct DeliveryPlanPropertyTests {
  private struct Sample {
    let response: StubResponse
    let conditions: DeliveryPlan.Conditions
    let size: Int
    let rate: Int?
    let isCut: Bool

    var plan: DeliveryPlan { response.plan(conditions) }

    init(seed: UInt64) {
      var random = SeededRandom(seed: seed)
      func flip() -> Bool { random.next() % 2 == 0 }
      func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
      func time() -> Duration { .milliseconds(number(0...3_000)) }

      size = number(0...400)
      var response = StubResponse.data(Data(repeating: 7, count: size))
      if flip() { response = response.delayed(by: time(), jitter: time()) }
      rate = flip() ? number(1...500) : nil
      if let rate { response = response.throttled(bytesPerSecond: rate) }
      if flip() { response = response.chunked(every: time(), size: number(1...50)) }
      isCut = flip()
      if isCut { response = response.dropping(afterBytes: number(0...500)) }
      self.response = response
      conditions = DeliveryPlan.Conditions(
        network: NetworkProfile(
          latency: time(), jitter: time(), bytesPerSecondUp: flip() ? number(1...500) : nil),
        uploadBytes: number(0...200),
        timeLimits: TimeLimits(
          idle: flip() ? time() : nil, total: flip() ? time() * 20 : nil), turn: number(0...9),
        seed: random.next())
    }
  }

  @Test(arguments: 0..<500 as Range<UInt64>)
  func `a plan keeps its promises`(seed: UInt64) throws {
    let sample = Sample(seed: seed)
    let limits = sample.conditions.timeLimits
    let steps = Array(sample.plan)
    #expect(steps.map(\.line) == Array(sample.plan).map(\.line))

    var now = Duration.zero
    var progress = Duration.zero
    var head: Duration?
    var received = 0
    for (index, step) in steps.enumerated() {
      #expect(step.time >= now)
      now = step.time
      #expect(step.action.isLast == (index == steps.count - 1))
      if let idle = limits.idle { #expect(now <= progress + idle) }
      if let total = limits.total { #expect(now <= total) }
      progress = now
      switch step.action {
      case .head: head = now
      case .chunk(let range, _):
        #expect(range.lowerBound == received)
        received = range.upperBound
        if let rate = sample.rate, let head {
          let passed = try #require(ByteRate(byteCount: rate, per: .seconds(1)).time(for: received))
          #expect(now - head >= passed)
        }
      case .finish: #expect(received == sample.size)
      case .fail(let error as URLError) where error.code == .timedOut:
        let last = steps.dropLast().last?.time ?? .zero
        #expect(limits.spending(last).allowed.map { last + $0 } == now)
      case .fail: #expect(sample.isCut && received <= sample.size)
      case .sent, .piece, .hang: break
      }
    }
  }

  @Test(arguments: [1, 3, 10, 99, 1_000, 6_250, 93_750])
  func `a body takes exactly its length over the rate`(rate: Int) throws {
    let size = 3 * rate + 1
    let plan = StubResponse.data(Data(count: size)).throttled(bytesPerSecond: rate).plan()
    let byteRate = ByteRate(byteCount: rate, per: .seconds(1))
    // Within a slot, or within a byte where that takes longer; a nanosecond for rounding.
    let longest = max(.milliseconds(100), try #require(byteRate.time(for: 1))) + .nanoseconds(1)
    var last = Duration.zero
    var received = 0
    for step in plan {
      guard case .chunk(let range, _) = step.action else { continue }
      #expect(step.time - last <= longest)
      received = range.upperBound
      #expect(step.time == byteRate.time(for: received))
      last = step.time
    }
    #expect(received == size)
  }

  @Test func `a gigabyte at a kilobyte a second is planned lazily`() throws {
    let data = Data(count: 1_000_000_000)
    let plan = StubResponse.data(data).throttled(bytesPerSecond: 1_000).plan()
    var iterator = plan.makeIterator()
    #expect(iterator.next()?.line == "0.0 head")
    for _ in 0..<9_999 { _ = iterator.next() }
    #expect(iterator.next()?.line == "1000.0 chunk 999900..<1000000")

    let chunked = StubResponse.data(data).throttled(bytesPerSecond: 1_000)
      .chunked(every: .zero, size: 250_000_000).plan()
    #expect(
      chunked.lines.suffix(2) == ["1000000.0 chunk 750000000..<1000000000", "1000000.0 finish"])
  }

  @Test func `jitter stays within its bounds and follows the seed`() throws {
    let response = StubResponse.text("a").delayed(by: .seconds(1), jitter: .milliseconds(200))
    func delays(seed: UInt64) throws -> [Duration] {
      try (0..<500).map { turn in
        try #require(response.plan(.init(turn: turn, seed: seed)).first { _ in true }).time
      }
    }
    let sample = try delays(seed: 1)
    #expect(sample.allSatisfy { (.milliseconds(800)...(.milliseconds(1_200))).contains($0) })
    #expect(sample.contains { $0 < .milliseconds(850) })
    #expect(sample.contains { $0 > .milliseconds(1_150) })
    #expect(Set(sample).count > 490)
    #expect(try delays(seed: 1) == sample)
    #expect(try delays(seed: 2) != sample)
  }

  @Test func `jitter never makes a delay negative`() throws {
    let response = StubResponse.text("a").delayed(by: .milliseconds(1), jitter: .seconds(10))
    let times = (0..<200).compactMap { response.plan(.init(turn: $0)).map(\.time).first }
    #expect(times.count == 200)
    #expect(times.contains(.zero))
    #expect(times.allSatisfy { $0 >= .zero })
  }
}
