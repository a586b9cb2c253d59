import Dispatch
import Foundation
import StubKit

/// A thread with so large a stack that values may be nested as deep as JSON may be.
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
