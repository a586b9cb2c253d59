import Testing

@testable import StubKit

struct ByteRateTests {
  static let times: [(Int, Int, Duration)] = [
    (1, 1, .seconds(1)), (1_000, 1, .milliseconds(1)), (1_000, 0, .zero),
    (4, 1, .milliseconds(250)), (6_250, 6_250_000, .seconds(1_000)),
    (3, 3_000_000_000_000, .seconds(1_000_000_000_000)),
    (Int.max, Int.max, .seconds(1)), (1, Int.max, .seconds(Int64.max)),
    (3, 1, Duration(secondsComponent: 0, attosecondsComponent: 333_333_333_333_333_333)),
  ]

  @Test(arguments: times)
  func `so many bytes take their number over the rate`(rate: Int, count: Int, time: Duration) {
    #expect(ByteRate(byteCount: rate, per: .seconds(1)).time(for: count) == time)
  }

  @Test func `a rate may be given over any time`() {
    let byteRate = ByteRate(byteCount: 7, per: .milliseconds(3_500))
    #expect(byteRate.time(for: 7) == .milliseconds(3_500))
    #expect(byteRate.time(for: 1) == .milliseconds(500))
    #expect(byteRate.time(for: 16) == .seconds(8))
  }

  @Test(arguments: [0, -5]) func `without a rate nothing gets through`(rate: Int) {
    let byteRate = ByteRate(byteCount: rate, per: .seconds(1))
    #expect(byteRate.time(for: 1) == nil)
    #expect(byteRate.time(for: 0) == .zero)
    #expect(byteRate.chunkSize == 1)
  }

  @Test(arguments: [
    (1, 1), (9, 1), (10, 1), (19, 1), (20, 2), (1_000, 100), (Int.max, Int.max / 10),
  ])
  func `a chunk is what a slot lets through, but at least a byte`(rate: Int, size: Int) {
    #expect(ByteRate(byteCount: rate, per: .seconds(1)).chunkSize == size)
  }
}
