import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The client may be called only where loading was started.
struct LoadingThread: Experiment {
  let question = "On which thread, in which run-loop mode, is loading started and stopped?"

  private final class Started: ProbeProtocol {
    static let notes = Notes()

    override func startLoading() {
      Self.notes.add("started \(Self.place)")
      super.startLoading()
    }

    override func stopLoading() {
      Self.notes.add("stopped \(Self.place)")
    }

    private static var place: String {
      "on \(Platform.thread) in \(RunLoop.current.currentMode?.rawValue ?? "no mode")"
    }
  }

  func answer() async -> String {
    for session in [Started.session(), Started.session()] {
      _ = await session.ending(of: Started.request())
    }
    // A stop after the end may come, or not.
    await Started.notes.wait(for: 4, atMost: .seconds(1))
    return Started.notes.distinct.joined(separator: "; ")
  }
}
