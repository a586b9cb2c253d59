/// Lets one caller pass, the first.
final class Once: Sendable {
  private let isUsed = Locked(false)

  /// True for the first who asks, false for every other.
  var isFirst: Bool {
    isUsed.withLock { isUsed in
      defer { isUsed = true }
      return !isUsed
    }
  }
}
