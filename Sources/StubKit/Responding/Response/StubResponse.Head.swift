import Foundation

extension StubResponse {
  /// What comes before the body: the status and the header fields.
  public struct Head: Sendable, Hashable {
    /// The status code.
    public internal(set) var status: Int { didSet { cache = nil } }
    /// The header fields.
    public internal(set) var headers: StubHeaders { didSet { cache = nil } }
    /// The response object of the last client, if the head is given more than once.
    private(set) var cache: HeadCache?

    init(status: Int, headers: StubHeaders) {
      self.status = status
      self.headers = headers
    }

    /// The head, which keeps the response object.
    var caching: Head {
      var head = self
      head.cache = HeadCache()
      return head
    }

    /// Compares status and header fields.
    public static func == (lhs: Head, rhs: Head) -> Bool {
      lhs.status == rhs.status && lhs.headers == rhs.headers
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(status)
      hasher.combine(headers)
    }
  }
}

/// The response object of a head, kept for the next request to the same URL.
///
/// Making one costs more than everything else in a plain answer. It never changes, so that requests can
/// share it.
final class HeadCache: Sendable {
  private struct Last: Sendable {
    var url = ""
    var object: (any AnyObject & Sendable)?
  }

  // One lock for all heads, held for a moment only: one of its own would take three times the memory.
  private static let lock = Locked(())
  private nonisolated(unsafe) var last = Last()

  /// Returns the object for a URL, and makes it unless it was the last one.
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
