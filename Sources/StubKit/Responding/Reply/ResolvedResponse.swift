/// A stub's response for one request: its turn is decided, and its body at hand.
package struct ResolvedResponse: Sendable {
  enum Content: Sendable {
    case reply(Reply)
    case failure(any Error & Sendable)
    case hang
  }

  var content: Content
  /// The delivery; flakiness is already decided.
  var delivery: DeliverySettings

  /// The reply whose status does not allow its body, if it is one.
  var replyWithoutBody: Reply? {
    guard case .reply(let reply) = content, reply.droppedBody != nil else { return nil }
    return reply
  }
}
