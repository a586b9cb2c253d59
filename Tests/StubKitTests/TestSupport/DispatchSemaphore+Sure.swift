import Dispatch

extension DispatchSemaphore {
  /// Waits, also where the compiler would rather not have it.
  func waitForSure() {
    wait()
  }
}
