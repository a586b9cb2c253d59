/// What a stub's response amounts to for one request: its turn decided, its body at hand.
package struct ResolvedResponse: Sendable {
  /// What comes back.
  enum Content: Sendable {
    case reply(Reply)
    case failure(any Error & Sendable)
    case hang
  }

  /// What comes back.
  var content: Content
  /// How it comes back; flakiness is already decided.
  var delivery: DeliverySettings

  /// The reply whose status does not allow the body that was given for it, if it is one.
  var replyWithoutBody: Reply? {
    guard case .reply(let reply) = content, reply.droppedBody != nil else { return nil }
    return reply
  }
}
