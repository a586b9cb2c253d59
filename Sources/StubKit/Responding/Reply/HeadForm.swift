import Foundation

/// The object that a client was given for a head, kept for the next request to the same URL.
///
/// To make one costs more than all else that a plain answer does (41,000 instructions of 195,000).
/// Such an object never changes, so that requests can share it.
final class HeadForm: Sendable {
  private struct Last: Sendable {
    var url = ""
    var object: (any AnyObject & Sendable)?
  }

  // One lock for all, held for a moment only: a lock of its own would take three times the memory.
  private static let lock = Locked(())
  private nonisolated(unsafe) var last = Last()

  /// The object for a URL, made unless it was the last one.
  func object<Object: AnyObject & Sendable>(for url: URL, orMake make: () -> Object?) -> Object? {
    // A relative URL is more than its text.
    guard url.baseURL == nil else { return make() }
    let text = url.absoluteString
    let kept = Self.lock.withLock { _ in last }
    if kept.url == text, let object = kept.object as? Object { return object }
    guard let made = make() else { return nil }
    let before = Self.lock.withLock { _ in
      defer { last = Last(url: text, object: made) }
      return last
    }
    withExtendedLifetime(before) {}
    return made
  }
}
