import Foundation

struct PictureRow: Sendable {
  let number: Int
  let exchange: StubExchange
  /// Redacted unless the registry shows secrets; `comment` is the text of the error.
  let recorded: RecordedExchange

  var remark: String {
    let transcript = exchange.transcript
    var lines = ["\(recorded.method) \(recorded.url)"]
    lines.append((exchange.stub == nil ? "" : "answered by ") + exchange.answerer)
    lines.append((exchange.response.map { "\($0.status), " } ?? "") + exchange.outcome.description)
    if let error = recorded.comment { lines.append(error) }
    var moments = ["asked at \(exchange.asked.inWords)"]
    if exchange.start > exchange.asked { moments.append("decided at \(exchange.start.inWords)") }
    if let sent = transcript.sent { moments.append("sent by \(sent.inWords)") }
    if let head = transcript.head { moments.append("head at \(head.inWords)") }
    if let end = exchange.end { moments.append("over at \(end.inWords)") }
    lines.append(moments.joined(separator: ", "))
    if transcript.count > 0 { lines.append("\(transcript.count.bytes) of body") }
    return lines.map { $0.shortened(to: 1_000) }.joined(separator: "\n")
  }

  func moments(until now: Duration) -> [Duration] {
    let transcript = exchange.transcript
    return [exchange.asked, exchange.start, exchange.end ?? now]
      + [transcript.sent, transcript.head].compactMap(\.self) + transcript.pieces
  }

  var address: String {
    recorded.url.hasPrefix("https://") ? String(recorded.url.dropFirst(8)) : recorded.url
  }
}
