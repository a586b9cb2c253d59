import StubKit
import Testing

struct RunningTimerTests {
  @Test func `a slice at whose end the timer is held up does not count`() async {
    let looks = Locked(0)
    let (over, end) = AsyncStream.makeStream(of: Void.self)
    let timer = RunningTimer(
      .milliseconds(20),
      unless: {
        looks.withLock { looks in
          looks += 1
          return looks % 2 == 1
        }
      },
      ring: { end.finish() })
    timer.start()
    for await _ in over {}
    timer.cancel()
    // Of its twenty slices each has been asked for twice.
    #expect(looks.withLock(\.self) >= 40)
  }

  @Test func `a timer that is held up for ever rings all the same`() async {
    let looks = Locked(0)
    let (over, end) = AsyncStream.makeStream(of: Void.self)
    let timer = RunningTimer(
      .milliseconds(20),
      unless: {
        looks.withLock { $0 += 1 }
        return true
      },
      ring: { end.finish() })
    timer.start()
    for await _ in over {}
    timer.cancel()
    // Each of its twenty slices is held up nine times, and asked for at each.
    #expect(looks.withLock(\.self) >= 200)
  }
}
