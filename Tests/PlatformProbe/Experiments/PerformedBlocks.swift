import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What takes time has to find its way back to the thread of `startLoading()`.
struct PerformedBlocks: Experiment {
  let question = "Does a block for the current mode and the default one run where loading started?"

  #if canImport(Darwin)
    private final class Performing: ProbeProtocol {
      static let notes = Notes()

      override func startLoading() {
        let thread = ObjectIdentifier(Thread.current)
        let modes = [RunLoop.current.currentMode ?? .default, .default].map(\.rawValue)
        let way = Way(runLoop: CFRunLoopGetCurrent())
        DispatchQueue.global().async {
          CFRunLoopPerformBlock(way.runLoop, modes as CFArray) {
            let isThere = ObjectIdentifier(Thread.current) == thread
            Self.notes.add(isThere ? "yes" : "no, on \(Platform.thread)")
          }
          CFRunLoopWakeUp(way.runLoop)
        }
      }
    }

    /// A run loop that another thread wakes up, which is what run loops are made for.
    private struct Way: @unchecked Sendable {
      let runLoop: CFRunLoop?
    }

    func answer() async -> String {
      let session = Performing.session()
      session.dataTask(with: Performing.request()).resume()
      let hasRun = await Performing.notes.wait(for: 1)
      session.invalidateAndCancel()
      return hasRun ? Performing.notes.all.joined(separator: ", ") : "it does not run"
    }
  #else
    func answer() async -> String {
      "loading has a queue here, not a run loop"
    }
  #endif
}
