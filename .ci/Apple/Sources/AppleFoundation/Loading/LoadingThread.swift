import CoreFoundation
import Foundation

/// The one thread on which protocol instances live, with a run loop in the default mode.
final class LoadingThread: @unchecked Sendable {
  // Unchecked: set before the initialiser returns, and never changed.
  private var thread = Thread()
  private var runLoop = CFRunLoopGetCurrent()

  init() {
    let isReady = DispatchSemaphore(value: 0)
    thread = Thread { [unowned self] in
      runLoop = CFRunLoopGetCurrent()
      // A run loop without a source returns at once.
      let keeper = Timer(timeInterval: 86_400, repeats: true) { _ in }
      RunLoop.current.add(keeper, forMode: .default)
      isReady.signal()
      while true { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
    }
    thread.name = "com.apple.CFNetwork.CustomProtocols"
    thread.start()
    isReady.wait()
  }

  var isCurrent: Bool { Thread.current === thread }

  func perform(_ block: @escaping @Sendable () -> Void) {
    CFRunLoopPerformBlock(
      runLoop, bridgedToCoreFoundation(RunLoop.Mode.default.rawValue), block)
    CFRunLoopWakeUp(runLoop)
  }
}
