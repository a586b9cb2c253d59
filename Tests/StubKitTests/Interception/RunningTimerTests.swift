import StubKit
import Testing

struct RunningTimerTests {
  @Test(arguments: [(false, 20), (true, 120)])
  func `what holds a timer up counts, but not for ever`(isHeldUp: Bool, leastLooks: Int) async {
    let looks = Locked(0)
    let (over, end) = AsyncStream.makeStream(of: Void.self)
    let timer = RunningTimer(
      .milliseconds(20),
      unless: {
        looks.withLock { $0 += 1 }
        return isHeldUp
      },
      ring: { end.finish() })
    timer.start()
    for await _ in over {}
    timer.cancel()
    #expect(looks.withLock(\.self) >= leastLooks)
  }
}
