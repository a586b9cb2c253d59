import Foundation

/// What was asked of a registry and what came back, to be looked at.
///
/// ```swift
/// let conversation = registry.conversation
/// try conversation.svg().write(to: picture, atomically: true, encoding: .utf8)
/// try conversation.har().write(to: archive)
/// ```
/// It is what the registry's log holds at the moment at which it is asked for; requests that are
/// under way do not change it any more. <doc:Conversations> shows a picture.
public struct StubConversation: Sendable {
  let logged: StubRegistry.LoggedExchanges
  /// The date at which the registry's clock began.
  let origin: Date

  init(_ logged: StubRegistry.LoggedExchanges, origin: Date) {
    self.logged = logged
    self.origin = origin
  }

  /// Whether nothing was asked.
  public var isEmpty: Bool { logged.exchanges.isEmpty }
}

extension StubRegistry {
  /// What was asked and what came back, as far as the log holds it: a picture, and an archive.
  public var conversation: StubConversation {
    let logged = loggedExchanges
    return StubConversation(
      logged, origin: Date().addingTimeInterval(-logged.now.inSeconds))
  }
}

extension Duration {
  var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
