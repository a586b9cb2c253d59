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

  init(_ kind: Kind) { self.kind = kind }

  /// If `body` is nil, a `HEAD` and a 304 keep the length in `headers`; other answers get length 0.
  package init(
    recordedWith status: Int, headers: StubHeaders, contentType: String? = nil, body: Data?
  ) {
    self = .reply(
      body.map { .given(.data($0)) } ?? .absent, as: contentType, status: status, ownsStatus: true,
      isRecorded: true, headers: headers)
  }

  static func reply(
    _ body: ReplyDraft.Body, as contentType: String? = nil, status: Int, ownsStatus: Bool? = nil,
    isRecorded: Bool = false, headers: StubHeaders
  ) -> StubResponse {
    let draft = ReplyDraft(
      status: status, ownsStatus: ownsStatus, isRecorded: isRecorded, headers: headers,
      contentType: contentType, body: body)
    return StubResponse(.reply(draft))
  }

  /// Deeper nesting could overflow the stack, since releasing a response recurses.
  static let deepest = 100

  var depth: Int {
    let ofKind = if case .sequence(let sequence) = kind { sequence.depth } else { 0 }
    guard let flakiness = delivery.flakiness else { return ofKind }
    return max(ofKind, flakiness.depth)
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
    case .none, .absent: start
    case .given(.data(let data)): "\(start), \(data.count.bytes)"
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
    public internal(set) var status: Int
    /// The header fields.
    public package(set) var headers: StubHeaders
  }
}
