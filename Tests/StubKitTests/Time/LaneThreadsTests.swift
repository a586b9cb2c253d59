import Dispatch
import Foundation
import Testing

@testable import StubKit

/// The threads on which lanes run their steps.
struct LaneThreadsTests {
  @Test func `lanes get on while the steps of others block`() async {
    let (areOver, count) = (
      DispatchSemaphore(value: 0), 3 * ProcessInfo.processInfo.activeProcessorCount
    )
    let lanes = (0...count).map { _ in JobLane(relievingItself: false) }
    defer { for lane in lanes { lane.close() } }
    let blocked = lanes.dropLast().map { lane in
      JobLane.$current.withValue(lane) { Task { areOver.waitForSure() } }
    }
    // None of them ends before the step of the last lane.
    await JobLane.$current.withValue(lanes.last) {
      Task { for _ in 0..<count { areOver.signal() } }
    }.value
    for task in blocked { await task.value }
  }

  @Test func `a lane gets on while its own step blocks`() async {
    let lane = JobLane(relievingItself: true)
    defer { lane.close() }
    let isOver = DispatchSemaphore(value: 0)
    let (blocked, other) = JobLane.$current.withValue(lane) {
      (Task { isOver.waitForSure() }, Task { _ = isOver.signal() })
    }
    await other.value
    await blocked.value
  }
}
