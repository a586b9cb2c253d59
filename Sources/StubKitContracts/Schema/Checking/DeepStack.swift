import Dispatch
import Foundation
import StubKit

/// Runs work on a thread whose stack is large enough for the deepest JSON.
enum DeepStack {
  private static let size = 64 << 20

  static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result {
    let result = Locked<Result?>(nil)
    let end = DispatchSemaphore(value: 0)
    let thread = Thread {
      let value = work()
      result.withLock { $0 = value }
      end.signal()
    }
    thread.stackSize = size
    thread.start()
    end.wait()
    guard let value = result.withLock({ $0 }) else { return work() }
    return value
  }
}
