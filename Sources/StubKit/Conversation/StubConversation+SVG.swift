import Foundation

extension StubConversation {
  /// How many exchanges a picture shows.
  static let mostShown = 500

  /// The conversation as a picture (SVG): a row for each exchange with its phases, on the registry's
  /// clock.
  ///
  /// It shows how long each request was queued, waited for its head and received its body, which stub
  /// answered and where that stands, and what was unmatched, failed, cancelled or sent to the network.
  /// It is made for light and dark surroundings, has no script, and hides secrets as reports do. Of
  /// more than 500 exchanges it shows the newest.
  public func svg() -> String {
    svg(titled: "Conversation")
  }

  /// The picture with a title of its own.
  package func svg(titled title: String) -> String {
    ConversationPicture(
      of: logged, described, title: title, limit: Self.mostShown
    ).svg
  }

  /// The exchanges with what went wrong as their comment, and without the bodies of responses.
  ///
  /// What is hidden is what reports hide, which do not look into these either.
  private var described: [RecordedExchange] {
    // No body is shown, but small ones tell what is a secret.
    var room = 0
    let recorded = logged.exchanges.map { exchange in
      var recorded = RecordedExchange(exchange, origin: origin, until: logged.now, within: &room)
      recorded.comment =
        exchange.outcome == .cancelled ? nil : exchange.error?.localizedDescription
      return recorded
    }
    return logged.showsSecrets
      ? recorded : RecordedExchange.redacting(recorded, by: logged.redaction)
  }
}
