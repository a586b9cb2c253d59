import CStubKit
import Dispatch
import Foundation
import Testing

@testable import StubKit

/// The steps of tasks on a lane: what the runtime offers, and in which order they are taken.
struct JobLaneTests {
  /// What happened, in its order.
  private final class Log: Sendable {
    let lines = Locked<[String]>([])

    func note(_ line: String) {
      lines.withLock { $0.append(line) }
    }
  }

  private actor Counter {
    private(set) var count = 0

    func add(_ log: Log, _ name: String) async {
      count += 1
      log.note("\(name) in")
      await Task.yield()
      log.note("\(name) out")
    }
  }

  private final class Listener: RestListener {
    let isIdle: AsyncStream<Void>.Continuation

    init(_ isIdle: AsyncStream<Void>.Continuation) { self.isIdle = isIdle }

    func restMayHaveCome() { isIdle.yield() }
  }

  /// Runs something on a lane of its own, and waits until the lane is idle again.
  private static func onLane(_ body: @escaping @Sendable (JobLane) async -> Void) async {
    let (idle, continuation) = AsyncStream<Void>.makeStream()
    let lane = JobLane(relievingItself: false)
    let rest = Rest()
    let listener = Listener(continuation)
    rest.tell(listener)
    rest.add(lane)
    JobLane.$current.withValue(lane) {
      _ = Task {
        await body(lane)
        continuation.finish()
      }
    }
    for await _ in idle {}
    withExtendedLifetime(listener) {}
    lane.close()
  }

  @Test func `the steps of all tasks that are made on a lane are taken in their order`() async {
    let log = Log()
    await Self.onLane { lane in
      #expect(lane.count > 0, "the runtime offers no steps")
      let tasks = (0..<3).map { number in
        Task {
          log.note("\(number) begins")
          await Task.detached { log.note("\(number) elsewhere") }.value
          log.note("\(number) ends")
        }
      }
      for task in tasks { await task.value }
    }
    #expect(
      log.lines.withLock { $0 } == [
        "0 begins", "1 begins", "2 begins", "0 elsewhere", "1 elsewhere", "2 elsewhere", "0 ends",
        "1 ends", "2 ends",
      ])
  }

  @Test func `a task has a number that no other has, by which JobLane knows it`() async {
    @Sendable func number() -> (isTask: Bool, number: UInt32)? {
      withUnsafeCurrentTask { task in
        task.map { task in
          let step = unsafeBitCast(task, to: UnsafeRawPointer.self)
          return (stubkit_is_task(step) != 0, stubkit_task_number(step))
        }
      }
    }
    var numbers: Set<UInt32> = []
    for _ in 0..<100 {
      let task = Task.detached { number() }
      guard let (isTask, number) = await task.value else { continue }
      #expect(isTask)
      numbers.insert(number)
    }
    #expect(numbers.count == 100)
  }

  @Test func `a task that is woken from anywhere goes on where it was`() async {
    let log = Log()
    await Self.onLane { lane in
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume() }
      }
      // Whoever runs elsewhere leaves the lane idle.
      if !lane.isIdle { log.note("on the lane") }
    }
    #expect(log.lines.withLock { $0 } == ["on the lane"])
  }

  @Test func `an actor that a callback has woken is a stray until it rests`() async {
    let log = Log()
    await Self.onLane { _ in
      let counter = Counter()
      await counter.add(log, "first")
      await counter.add(log, "second")
      #expect(await counter.count == 2)
    }
    #expect(log.lines.withLock { $0 } == ["first in", "first out", "second in", "second out"])
  }

  /// Fails only in a release build, which leaves out the way to an actor that has nothing to do.
  @Test func `a scope in simulated time brings its own task to its lane before it begins`() async {
    let runner = await withStubs(clock: .fastForward) { _ async in stubkit_current_runner() }
    #expect(runner > 0)
  }

  /// Notes the lanes whose threads run its steps.
  private actor Desk {
    private(set) var runners: [Int] = []
    private var visits: [Task<Void, Never>] = []

    func open() { visits.append(Task { runners.append(stubkit_current_runner()) }) }

    func waitForVisits() async { for visit in visits { await visit.value } }
  }

  /// The runtime makes the step in which an actor takes up what waits for it, and frees the step when
  /// it is done: the next step at its address may be that of another lane's actor.
  @Test func `an actor goes on upon the lane that has left it work`() async {
    await Self.visitDesks(within: 2)
  }

  /// The outer lanes stay open, and might remember the steps of their actors.
  private static func visitDesks(within depth: Int) async {
    await onLane { lane in
      let desks = (0..<8).map { _ in Desk() }
      // A task that suspends leaves the actor to its work when no task is the current one any more.
      await withTaskGroup { group in
        for desk in desks {
          group.addTask {
            await desk.open()
            await desk.waitForVisits()
          }
        }
      }
      // This task leaves each actor to its work and goes on, so that all eight steps wait at once.
      for desk in desks { await desk.open() }
      for desk in desks {
        await desk.waitForVisits()
        #expect(await desk.runners == [lane.number, lane.number])
      }
      if depth > 0 { await visitDesks(within: depth - 1) }
    }
  }

  @Test func `what is kept back is taken after what has become ready since`() async {
    let log = Log()
    await Self.onLane { lane in
      lane.park()
      let late = Task { log.note("late") }
      lane.stopParking()
      await Task { log.note("early") }.value
      lane.unpark()
      await late.value
    }
    #expect(log.lines.withLock { $0 } == ["early", "late"])
  }

  @Test func `a step that blocks its thread can be passed by`() async {
    let log = Log()
    await Self.onLane { lane in
      let isOpen = DispatchSemaphore(value: 0)
      let blocked = Task {
        lane.relieveWhenNeeded()
        isOpen.waitForSure()
        log.note("open")
      }
      let opener = Task { _ = isOpen.signal() }
      await opener.value
      await blocked.value
    }
    #expect(log.lines.withLock { $0 } == ["open"])
  }

  @Test func `whose step has blocked takes no more once another thread does`() async {
    let log = Log()
    await Self.onLane { lane in
      let (first, second, isDone) = (
        DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
      )
      let blocked = Task {
        lane.relieveWhenNeeded()
        first.waitForSure()
        log.note("first")
      }
      let holder = Task {
        first.signal()
        // The first one's thread has ended its step, and gone.
        while lane.threads.count > 1 {}
        isDone.signal()
        second.waitForSure()
        log.note("second")
      }
      let last = Task { log.note("last") }
      BlockingWork.perform {
        isDone.waitForSure()
        second.signal()
      }
      for task in [blocked, holder, last] { await task.value }
    }
    #expect(log.lines.withLock { $0 } == ["first", "second", "last"])
  }

  /// On which lane a task runs that is made on a queue.
  private static func lane(ofTaskMadeOn queue: OperationQueue) async -> Int {
    await withCheckedContinuation { continuation in
      queue.addOperation { Task { continuation.resume(returning: stubkit_current_runner()) } }
    }
  }

  @Test(.enabled(if: stubkit_sees_jobs() != 0))
  func `what begins where a request of a lane is heard of is the lane's`() async {
    let lanes = [JobLane(relievingItself: false), JobLane(relievingItself: false)]
    defer { for lane in lanes { lane.close() } }
    let queue = OperationQueue()
    var hearings = [LaneHearing(of: lanes[0], on: queue), LaneHearing(of: lanes[0], on: queue)]
    #expect(await Self.lane(ofTaskMadeOn: queue) == lanes[0].number)
    hearings.append(LaneHearing(of: lanes[1], on: queue))
    // Whose it is nobody can say.
    #expect(await Self.lane(ofTaskMadeOn: queue) < 0)
    hearings.removeFirst(2)
    #expect(await Self.lane(ofTaskMadeOn: queue) == lanes[1].number)
    hearings = []
    #expect(await Self.lane(ofTaskMadeOn: queue) < 0)
    #expect(LaneHearing(of: lanes[0], on: .main) == nil)
  }

  @Test func `a task of nobody's stays with the runtime`() async {
    let lane = JobLane(relievingItself: false)
    defer { lane.close() }
    await Task { await Task.yield() }.value
    #expect(lane.count == 0)
  }
}

extension JobLane {
  /// Has another thread take what is ready, from a thread of its own.
  fileprivate func relieveWhenNeeded() {
    BlockingWork.perform { self.relieve() }
  }
}
