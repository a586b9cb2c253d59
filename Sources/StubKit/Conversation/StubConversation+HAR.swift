public import Foundation

extension StubConversation {
  /// The conversation as an HTTP archive (HAR 1.2), which browsers show and `stub(har:)` replays.
  ///
  /// It has no secret in it, like a recording, whatever `showsSecrets` says. Each entry says in its
  /// comment who answered; one that failed, was cancelled or had no answer says so in `_error`.
  public func har() -> Data {
    har(keeping: .max)
  }

  /// The archive with at most this many bytes of bodies: those of the newest exchanges.
  package func har(keeping limit: Int) -> Data {
    let names = SecretNames()
    let exchanges = RecordedExchange.redacting(
      recorded(keeping: limit), by: logged.discretion.redaction, naming: names)
    var log = HARWriter.log
    var entries: [StubJSON] = []
    var remarks: [String] = []
    if logged.droppedCount > 0 {
      remarks.append(
        "\(logged.droppedCount) earlier exchanges are left out: the log has dropped them.")
    }
    for exchange in exchanges {
      if let damage = exchange.damage {
        remarks.append("\(exchange.title) is left out: \(damage).")
      } else {
        entries.append(exchange.json)
      }
    }
    log["entries"] = .array(entries)
    log["_redacted"] = names.texts.isEmpty ? nil : .array(names.texts.map { .string($0) })
    log["comment"] = remarks.isEmpty ? nil : .string(remarks.joined(separator: " "))
    return HARWriter.data(of: ["log": .object(log)])
  }

  /// Returns the exchanges in the archive's form, with at most this many bytes of bodies.
  func recorded(keeping limit: Int) -> [RecordedExchange] {
    var room = limit
    return logged.exchanges.reversed().map { exchange in
      RecordedExchange(exchange, origin: origin, until: logged.now, within: &room)
    }.reversed()
  }
}
