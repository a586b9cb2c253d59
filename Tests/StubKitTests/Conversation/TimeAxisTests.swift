import Testing

@testable import StubKit

/// Times laid out from left to right, and how they and sizes are said.
struct TimeAxisTests {
  @Test(
    arguments: [
      (.zero, "0"), (.nanoseconds(250), "250 ns"), (.microseconds(3), "3 µs"),
      (.nanoseconds(12_340), "12.3 µs"), (.microseconds(999), "999 µs"),
      (.microseconds(1_250), "1.25 ms"), (.milliseconds(120), "120 ms"),
      (.milliseconds(999), "999 ms"), (.milliseconds(1_000), "1 s"),
      (.milliseconds(1_204), "1.2 s"),
      (.milliseconds(12_345), "12.3 s"), (.seconds(59), "59 s"), (.milliseconds(59_990), "60 s"),
      (.seconds(150), "150 s"), (.milliseconds(999_700), "1000 s"), (.seconds(5_400), "5400 s"),
      (.seconds(90_000), "90000 s"), (.milliseconds(-5), "-5 ms"),
    ] as [(Duration, String)])
  func `a duration is said in three figures`(duration: Duration, words: String) {
    #expect(duration.inWords == words)
  }

  @Test(
    arguments: [
      (0, "0 B"), (999, "999 B"), (1_000, "1 KB"), (1_240, "1.24 KB"), (40_000, "40 KB"),
      (123_456, "123 KB"), (999_600, "1 MB"), (5_000_000_000, "5 GB"),
    ])
  func `a number of bytes is said in its unit`(count: Int, words: String) {
    #expect(count.inBytes == words)
  }

  @Test func `moments stand in proportion, and ticks at round ones`() {
    let axis = TimeAxis(of: [.seconds(5), .seconds(6), .seconds(7)], left: 100, width: 400)
    #expect([5, 6, 7].map { axis.x(.seconds($0)) } == [100, 300, 500])
    #expect(axis.x(.seconds(4)) == 100 && axis.x(.seconds(9)) == 500)
    #expect(axis.ticks.map(\.inWords) == ["0", "500 ms", "1 s", "1.5 s", "2 s"])
    #expect(axis.cuts.isEmpty)
  }

  @Test func `a pause that is much longer than the rest is cut`() {
    let axis = TimeAxis(
      of: [.zero, .seconds(1), .seconds(2), .seconds(62), .seconds(63)], left: 0, width: 326)
    #expect([0, 1, 2, 62, 63].map { axis.x(.seconds($0)) } == [0, 100, 200, 226, 326])
    #expect(axis.cuts == [213])
    #expect(axis.ticks.map(\.inWords) == ["0", "1 s", "62 s", "63 s"])
  }

  @Test func `pauses that are as long as each other are cut together`() {
    let axis = TimeAxis(
      of: [.zero, .milliseconds(100), .seconds(30), .milliseconds(30_100), .seconds(60)], left: 0,
      width: 300)
    #expect(axis.cuts.count == 2)
    #expect(axis.x(.seconds(60)) == 300)
  }

  @Test(arguments: [
    [], [Duration.seconds(3)], [.zero, .nanoseconds(1)], [.zero, .seconds(1 << 40)],
  ])
  func `any moments can be laid out`(moments: [Duration]) {
    let axis = TimeAxis(of: moments, left: 10, width: 100)
    for moment in moments { #expect((10...110).contains(axis.x(moment))) }
    #expect(axis.ticks.first == .zero)
    #expect(axis.ticks.count < 12)
  }
}
