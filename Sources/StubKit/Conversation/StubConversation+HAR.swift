public import Foundation

extension StubConversation {
  /// The conversation as an HTTP archive (HAR 1.2), which browsers show and `stub(har:)` replays.
  ///
  /// It has no secret in it, like a recording, whatever `showsSecrets` says. Each entry says in its
  /// comment who answered; one that failed, was cancelled or had no answer says so in `_error`.
  public func har() -> Data {
    har(keeping: .max)
  }

  /// The archive with no more bytes of bodies than this: those of the newest exchanges.
  package func har(keeping limit: Int) -> Data {
    let names = SecretNames()
    let (entries, failures) = HAREntry.writing(
      recorded(keeping: limit), by: logged.discretion.redaction, naming: names,
      orSaying: "is left out")
    var remarks: [String] = []
    if logged.droppedCount > 0 {
      remarks.append(
        "\(logged.droppedCount) earlier exchanges are left out: the log has dropped them.")
    }
    remarks += failures
    var archive = HARArchive(entries: entries)
    archive.names = names.texts
    if !remarks.isEmpty { archive.log["comment"] = .string(remarks.joined(separator: " ")) }
    return archive.data
  }

  /// The exchanges as they are written, with no more bytes of bodies than this.
  func recorded(keeping limit: Int) -> [RecordedExchange] {
    var room = limit
    return logged.exchanges.reversed().map { exchange in
      RecordedExchange(exchange, origin: origin, until: logged.now, within: &room)
    }.reversed()
  }
}
