/// A response with its turn decided and its body at hand.
struct ResolvedResponse: Sendable {
  /// What comes back.
  enum Content: Sendable {
    case reply(Reply)
    case failure(any Error & Sendable)
    case hang
    case passThrough
  }

  /// What comes back.
  var content: Content
  /// How it comes back; flakiness is already decided.
  var delivery: DeliverySettings
}
