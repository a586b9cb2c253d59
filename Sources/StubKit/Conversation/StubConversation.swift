public import Foundation

/// The requests that a registry has seen and their answers, as a picture or an archive.
///
/// ```swift
/// let conversation = registry.conversation
/// try conversation.svg().write(to: picture, atomically: true, encoding: .utf8)
/// try conversation.har().write(to: archive)
/// ```
/// A conversation is a snapshot of the registry's log; <doc:Conversations> shows a picture.
public struct StubConversation: Sendable {
  let exchanges: [StubExchange]
  let droppedCount: Int
  /// When the snapshot was taken, on the registry's clock.
  let now: Duration
  let discretion: Discretion
  /// The date at which the registry's clock began.
  let origin: Date

  /// Whether the conversation has no exchange.
  public var isEmpty: Bool { exchanges.isEmpty }

  /// The conversation as an HTTP archive (HAR 1.2), which browsers show and `stub(har:)` replays.
  ///
  /// Like a recording, the archive has no secrets, whatever `showsSecrets` says. An entry's comment
  /// names the answering stub; `_error` tells of a failure, a cancellation or a pending answer.
  public func har() -> Data { har(keeping: .max) }

  /// `limit` counts the bytes of bodies; the newest exchanges keep theirs.
  package func har(keeping limit: Int) -> Data {
    let names = SecretNames()
    let exchanges = RecordedExchange.redacting(
      recorded(keeping: limit), by: discretion.redaction, naming: names)
    var entries: [StubJSON] = []
    var remarks: [String] = []
    if droppedCount > 0 {
      let exchanges = droppedCount == 1 ? "1 earlier exchange" : "\(droppedCount) earlier exchanges"
      remarks.append("Left out: \(exchanges), which the log has dropped.")
    }
    for exchange in exchanges {
      if let damage = exchange.damage {
        remarks.append("\(exchange.title) is left out: \(damage).")
      } else {
        entries.append(exchange.json)
      }
    }
    var log = HARWriter.log
    log["entries"] = .array(entries)
    log["_redacted"] = names.texts.isEmpty ? nil : .array(names.texts.map { .string($0) })
    log["comment"] = remarks.isEmpty ? nil : .string(remarks.joined(separator: " "))
    return HARWriter.data(of: ["log": .object(log)])
  }

  /// The conversation as a picture (SVG): a row for each exchange with its phases.
  ///
  /// Each row shows the wait for the response's head and the time its body took. A row names the
  /// answering stub and its place in the source, and says whether a request was unmatched, failed,
  /// cancelled or sent to the network. The picture fits light and dark surroundings, has no script,
  /// hides secrets as reports do, and shows the newest 500 exchanges.
  public func svg() -> String { svg(titled: "Conversation", keeping: .max) }

  package func svg(titled title: String, keeping limit: Int) -> String {
    // Bodies are not shown, but give the picture the same secrets, and names, as the archive.
    var recorded = recorded(keeping: limit)
    for (position, exchange) in exchanges.enumerated() {
      recorded[position].comment =
        exchange.outcome == .cancelled ? nil : exchange.error?.localizedDescription
    }
    if !discretion.showsSecrets {
      recorded = RecordedExchange.redacting(recorded, by: discretion.redaction)
    }
    return ConversationPicture(of: self, recorded, title: title).svg
  }

  private func recorded(keeping limit: Int) -> [RecordedExchange] {
    var room = limit
    return exchanges.reversed().map { exchange in
      RecordedExchange(exchange, origin: origin, until: now, within: &room)
    }.reversed()
  }
}

extension StubRegistry {
  /// The requests in the registry's log and their answers, as a picture or an archive.
  public var conversation: StubConversation {
    let now = elapsed
    let (exchanges, droppedCount) = state.withLock { ($0.log.exchanges, $0.log.droppedCount) }
    return StubConversation(
      exchanges: exchanges, droppedCount: droppedCount, now: now, discretion: discretion,
      origin: Date().addingTimeInterval(-now.inSeconds))
  }
}
