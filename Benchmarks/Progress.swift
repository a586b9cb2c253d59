import Foundation

/// One line that says what is being done, rewritten as the work goes on.
final class Progress {
  /// Which part of how many is being done.
  private var part = ""
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let clock = ContinuousClock()
  private let start = ContinuousClock().now

  /// Begins a part: `3 of 9`.
  func begin(_ part: String) {
    self.part = part
  }

  /// Says what is done now.
  func show(_ text: String) {
    let seconds = Int((clock.now - start).nanoseconds / 1e9)
    let line = "[\(seconds) s, \(part)] \(text)"
    // In a file each line stays, so that a log shows where the time went.
    write(isTerminal ? "\r\u{1B}[K" + line : line + "\n")
  }

  /// Takes the line away.
  func end() {
    if isTerminal { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
