package import Foundation

/// The answer to a request: status, headers, body, timing and ending.
///
/// ```swift
/// stub(condition: isPath("/users"), response: .json(["id": 1]).delayed(by: .seconds(2)))
/// ```
/// A response is a plain value without state. Where it varies from request to request, as a
/// sequence or a flaky response does, the number of the request decides.
public struct StubResponse: Sendable {
  enum Kind: Sendable {
    case reply(ReplyDraft)
    case failure(any Error & Sendable)
    case hang
    case passThrough
    indirect case sequence(ResponseSequence)
  }

  var kind: Kind
  var ownDelivery = DeliverySettings.Own.none
  var delivery: DeliverySettings {
    get { ownDelivery.settings }
    set { ownDelivery = .given(newValue) }
  }

  init(_ kind: Kind) {
    self.kind = kind
  }

  package init(
    recordedWith status: Int, headers: StubHeaders, contentType: String?, body: Data
  ) {
    self.init(
      .reply(
        ReplyDraft(
          status: status, ownsStatus: true, isRecorded: true, headers: headers,
          contentType: contentType, body: .given(.data(body)))))
  }

  static func reply(
    _ body: ReplyDraft.Body, as contentType: String? = nil, status: Int, headers: StubHeaders
  ) -> StubResponse {
    StubResponse(
      .reply(
        ReplyDraft(status: status, headers: headers, contentType: contentType, body: body)))
  }

  /// The deepest nesting of responses, since releasing them recurses.
  static let deepest = 100

  var depth: Int {
    let ofKind = if case .sequence(let sequence) = kind { sequence.depth } else { 0 }
    guard let flakiness = delivery.flakiness else { return ofKind }
    return max(ofKind, 1 + flakiness.failure.depth)
  }

  /// How long an answer from the network took.
  public struct Timing: Sendable, Hashable {
    /// The time from the request to the head, redirects included.
    public let wait: Duration
    /// The time from the head to the end of the body.
    public let receive: Duration
  }

  /// How long the answer took, if `request.perform()` got it from the network.
  public var timing: Timing? { delivery.timing }
}

extension StubResponse: CustomStringConvertible {
  /// The answer in a line: `200 application/json, 8 bytes`.
  public var description: String {
    switch kind {
    case .reply(let draft): draft.description.withVisibleControls
    case .failure(let error): "failure: \(error.localizedDescription.linesWithVisibleControls)"
    case .hang: "hang"
    case .passThrough: "pass through"
    case .sequence(let sequence):
      "sequence of [\(sequence.elements.map(\.description).joined(separator: "; "))]"
    }
  }
}

extension ReplyDraft: CustomStringConvertible {
  package var description: String {
    let type = head.headers["Content-Type"] ?? contentType
    let start = type.map { "\(head.status) \($0)" } ?? "\(head.status)"
    return switch body {
    case .none: start
    case .given(.data(let data)): "\(start), \(data.count) \(data.count == 1 ? "byte" : "bytes")"
    case .file(.url(let url)): "\(start), file \(url.path)"
    case .file(.fixture(let fixture)): "\(start), fixture \(fixture.name)"
    case .given(.stream): "\(start), stream"
    case .given(.source): "\(start), asynchronous stream"
    }
  }
}

extension StubResponse {
  /// The part before the body: the status and the header fields.
  public struct Head: Sendable, Hashable {
    /// The status code.
    public internal(set) var status: Int { didSet { cache = nil } }
    /// The header fields.
    public internal(set) var headers: StubHeaders { didSet { cache = nil } }
    /// Nil unless the head may be given more than once.
    private(set) var cache: HeadCache?

    init(status: Int, headers: StubHeaders) {
      self.status = status
      self.headers = headers
    }

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

/// Keeps the last `HTTPURLResponse` of a head, since making one costs more than the rest of a plain answer.
final class HeadCache: Sendable {
  private struct Last: Sendable {
    var url = ""
    var object: (any AnyObject & Sendable)?
  }

  // One lock for all heads, held for a moment only: a lock for each would take three times the memory.
  private static let lock = Locked(())
  private nonisolated(unsafe) var last = Last()

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
