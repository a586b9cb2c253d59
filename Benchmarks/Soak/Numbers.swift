import Foundation

/// Hands out numbers, a few at a time, to whoever asks.
final class Numbers: @unchecked Sendable {
  // Unchecked: everything mutable is behind the lock.

  private let lock = NSLock()
  private var rest: Range<Int>
  private let step: Int

  init(_ numbers: Range<Int>, step: Int) {
    rest = numbers
    self.step = step
  }

  /// The next numbers; nil if there are no more.
  func take() -> Range<Int>? {
    lock.withLock {
      guard !rest.isEmpty else { return nil }
      let taken = rest.prefix(step)
      rest = rest.dropFirst(step)
      return taken.startIndex..<taken.endIndex
    }
  }
}
