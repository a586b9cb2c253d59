package import Foundation

/// What comes back for a request, and how: status, headers, body, timing and ending.
///
/// ```swift
/// stub(condition: isPath("/users"), response: .json(["id": 1]).delayed(by: .seconds(2)))
/// ```
/// A response is a plain value without state. Where it varies from request to request, as a
/// sequence or a flaky response does, the number of the request decides.
public struct StubResponse: Sendable {
  /// What a response gives, apart from its delivery.
  enum Kind: Sendable {
    case reply(ReplyDraft)
    case failure(any Error & Sendable)
    case hang
    case passThrough
    indirect case sequence(ResponseSequence)
  }

  var kind: Kind
  /// The response's own delivery settings.
  var delivery: DeliverySettings {
    get { if case .given(let settings) = ownDelivery { settings } else { DeliverySettings() } }
    set { ownDelivery = .given(newValue) }
  }
  private var ownDelivery = OwnDelivery.none

  /// Delivery settings, boxed because they take 200 bytes and most responses have none.
  private indirect enum OwnDelivery: Sendable {
    case none
    case given(DeliverySettings)
  }

  init(_ kind: Kind) {
    self.kind = kind
  }

  /// A recorded reply, which keeps its status.
  package init(
    recordedWith status: Int, headers: StubHeaders, contentType: String?, body: Data
  ) {
    self.init(
      .reply(
        ReplyDraft(
          status: status, ownsStatus: true, isRecorded: true, headers: headers,
          contentType: contentType, body: .given(.data(body)))))
  }
}
