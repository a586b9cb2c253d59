import Foundation

extension StubConversation {
  static let mostShown = 500

  /// The conversation as a picture (SVG): a row for each exchange with its phases, on the registry's
  /// clock.
  ///
  /// It shows how long each request was queued, waited for its head and received its body, which stub
  /// answered and where that stands, and what was unmatched, failed, cancelled or sent to the network.
  /// It is made for light and dark surroundings, has no script, and hides secrets as reports do. Of
  /// more than 500 exchanges it shows the newest.
  public func svg() -> String {
    svg(titled: "Conversation", keeping: .max)
  }

  /// The picture with a title, and with the secrets' names of an archive with this many bytes of bodies.
  package func svg(titled title: String, keeping limit: Int) -> String {
    ConversationPicture(
      of: logged, described(keeping: limit), title: title, limit: Self.mostShown
    ).svg
  }

  /// Returns the exchanges with their problems as comments.
  ///
  /// Bodies are not shown, but reveal which values are secrets, and the secrets' names in the archive.
  private func described(keeping limit: Int) -> [RecordedExchange] {
    let described = zip(recorded(keeping: limit), logged.exchanges).map { recorded, exchange in
      var recorded = recorded
      recorded.comment =
        exchange.outcome == .cancelled ? nil : exchange.error?.localizedDescription
      return recorded
    }
    return logged.discretion.showsSecrets
      ? described : RecordedExchange.redacting(described, by: logged.discretion.redaction)
  }
}
