/// What comes back for a request, and how: status, headers, body, timing and ending.
///
/// ```swift
/// stub(condition: isPath("/users"), response: .json(["id": 1]).delayed(by: .seconds(2)))
/// ```
/// A response is a plain value without state. Where it varies from request to request, as a
/// sequence or a flaky response does, the number of the request decides.
public struct StubResponse: Sendable {
  /// What a response amounts to, its delivery aside.
  indirect enum Kind: Sendable {
    case reply(ReplyDraft)
    case failure(any Error & Sendable)
    case hang
    case passThrough
    case sequence(ResponseSequence)
  }

  /// What comes back.
  var kind: Kind
  /// How it comes back, as far as the response itself says so.
  var delivery = DeliverySettings()

  init(_ kind: Kind) {
    self.kind = kind
  }
}
