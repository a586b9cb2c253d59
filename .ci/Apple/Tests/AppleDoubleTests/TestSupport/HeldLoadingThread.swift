import AppleFoundation

/// Holds the loading thread, so that nothing starts to load until it is let go.
struct HeldLoadingThread {
  private let gate = DispatchSemaphore(value: 0)

  init() {
    LoadingSystem.onLoadingThread { [gate] in gate.wait() }
  }

  /// Waits until somebody took a task and an instance was made for it.
  func taken(_ task: URLSessionTask) async {
    while !task.transcript.contains("init") { await Task.yield() }
  }

  func letGo() {
    gate.signal()
  }
}
