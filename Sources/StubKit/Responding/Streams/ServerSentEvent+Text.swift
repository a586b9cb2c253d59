extension ServerSentEvent {
  /// The event as text, with the empty line that ends it.
  var text: String {
    var lines: [String] = []
    if let comment { lines += Self.lines(of: comment).map { ": \($0)" } }
    if let event { lines.append("event: \(event)") }
    if let id { lines.append("id: \(id)") }
    if let retry {
      let (seconds, attoseconds) = retry.clampedToSimulation.components
      lines.append("retry: \(seconds * 1000 + attoseconds / 1_000_000_000_000_000)")
    }
    if let data { lines += Self.lines(of: data).map { "data: \($0)" } }
    return lines.map { $0 + "\n" }.joined() + "\n"
  }

  /// Why the event cannot be written; nil if it can.
  var fault: String? {
    if let event, Self.breaksLine(event) {
      return "The event \(event.debugDescription) of the stub's event stream has a line break."
    }
    if let id, Self.breaksLine(id) || id.unicodeScalars.contains("\0") {
      return "The id \(id.debugDescription) of the stub's event stream has a line break or a NUL."
    }
    return nil
  }

  /// The lines of a text, which end with CR LF, CR or LF, as for clients.
  private static func lines(of text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
  }

  private static func breaksLine(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0 == "\n" || $0 == "\r" }
  }
}
