import Foundation
import StubKit
import StubKitTesting
import Testing

/// What responses remember.
struct StateTests {
  @Test func `changes are made one after the other`() async {
    let state = StubState(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask { for _ in 0..<100 { state.update { $0 += 1 } } }
      }
    }
    #expect(state.value == 5_000)
  }

  private struct Refusal: Error {}

  @Test func `an update returns what its closure returns, and one that throws changes nothing`() {
    let state = StubState([1])
    let count = state.update { list in
      list.append(2)
      return list.count
    }
    #expect(count == 2)
    #expect(throws: Refusal.self) {
      try state.update { list in
        list.append(3)
        throw Refusal()
      }
    }
    state.update { $0.append(4) }
    #expect(state.value == [1, 2, 4])
  }

  @Test func `a change that comes in between is not lost`() {
    let state = StubState<[String]>([])
    var runs = 0
    state.update { list in
      runs += 1
      if runs == 1 {
        // Another thread, which nobody keeps waiting.
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          state.update { $0.append("other") }
          isDone.signal()
        }
        isDone.wait()
      }
      list.append("mine")
    }
    #expect(state.value == ["other", "mine"])
    #expect(runs == 2)
  }

  @Test(.stubbed) func `an update within an update of the same state is told, and hangs nobody`() {
    let state = StubState(1)
    let other = StubState(10)
    var seen: [Int] = []
    withKnownIssue {
      state.update { value in
        value = 2
        other.update { $0 = 20 }
        state.update { inner in
          inner = 3
          seen.append(inner)
        }
      }
    } matching: { issue in
      "\(issue)".contains(
        "changes nothing, because it is called within another update of that state: change the value that the "
          + "outer closure is given.")
    }
    #expect(state.value == 2)
    #expect(other.value == 20)
    #expect(seen == [3])
    state.update { $0 += 1 }
    #expect(state.value == 3)
  }
}
