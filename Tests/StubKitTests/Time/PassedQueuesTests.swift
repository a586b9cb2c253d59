import Testing

@testable import StubKit

/// How it is seen that what was ready on a queue has been done.
struct PassedQueuesTests {
  /// A queue that gets on when the test says so.
  private final class Gate: Sendable {
    private let number: RequestNumber
    private let waiting = Locked<[@Sendable () -> Void]>([])

    init(_ number: RequestNumber) {
      self.number = number
    }

    /// How many are on their way.
    var count: Int { waiting.withLock(\.count) }

    var stage: PassedQueues.Stage {
      (.request(number), Drain { done in self.waiting.withLock { $0.append(done) } })
    }

    /// Lets those through who are on their way.
    func open() {
      for goOn in waiting.withLock({ waiting in
        defer { waiting = [] }
        return waiting
      }) {
        goOn()
      }
    }
  }

  private let queues = PassedQueues()
  private let first = Gate(-1)
  private let second = Gate(-2)

  private func journey(_ stages: [[PassedQueues.Stage]]) -> Journey {
    let journey = Journey(stages, through: queues) {}
    journey.begin()
    return journey
  }

  @Test func `one stage comes after the other`() {
    let journey = journey([[first.stage], [], [second.stage]])
    #expect(second.count == 0)
    #expect(journey.missing == [first.stage.way])
    first.open()
    #expect(!journey.isOver)
    second.open()
    #expect(journey.isOver)
  }

  @Test func `who comes while somebody is on his way goes with the next one`() {
    let early = journey([[first.stage]])
    let late = [journey([[first.stage]]), journey([[first.stage]])]
    #expect(first.count == 1)
    first.open()
    #expect(early.isOver)
    #expect(late.map(\.isOver) == [false, false])
    #expect(first.count == 1)
    first.open()
    #expect(late.map(\.isOver) == [true, true])
    #expect(first.count == 0)
  }

  @Test func `a queue that does not get on is passed by until it does`() {
    let journeys = [journey([[first.stage], [second.stage]]), journey([[first.stage]])]
    queues.giveUp(after: .zero)
    #expect(journeys.map(\.isOver) == [false, true])
    #expect(queues.notPassed(for: .zero) == [first.stage.way, second.stage.way])
    #expect(journey([[first.stage]]).isOver, "it is known")
    first.open()
    #expect(!journey([[first.stage]]).isOver, "it is tried again")
  }

  @Test func `who breaks off goes no further`() {
    let journey = journey([[first.stage], [second.stage]])
    journey.breakOff()
    first.open()
    #expect(second.count == 0)
    #expect(!journey.isOver)
  }
}
