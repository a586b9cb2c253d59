import Foundation

package struct PictureRow: Sendable {
  package enum Mood: String, Sendable {
    case good
    case led
    case bad
    case failed
    case quiet
  }

  /// The number in the conversation, from 1.
  let number: Int
  let exchange: StubExchange
  /// The exchange, redacted unless the registry shows secrets; its comment is the error.
  let recorded: RecordedExchange

  package init(number: Int, exchange: StubExchange, recorded: RecordedExchange) {
    (self.number, self.exchange, self.recorded) = (number, exchange, recorded)
  }

  package var result: (words: String, mood: Mood) {
    let status = exchange.response?.status
    switch exchange.outcome {
    case .finished, .passedThrough, .redirected, .challenged:
      guard let status else {
        return (exchange.outcome == .finished ? "finished" : "passed", .quiet)
      }
      return ("\(status)", status < 300 ? .good : status < 400 ? .led : .bad)
    case .pending: return (status.map { "\($0) …" } ?? "pending", .quiet)
    case .cancelled: return (status.map { "\($0) cancelled" } ?? "cancelled", .quiet)
    case .cannotRespond: return ("no answer", .failed)
    default: return ((status.map { "\($0) " } ?? "") + exchange.howItFailed, .failed)
    }
  }

  package var answerer: String {
    guard let stub = exchange.stub else {
      return exchange.isOfNetwork ? "network" : "no stub matched"
    }
    return (exchange.isOfNetwork ? "network, by " : "") + (stub.name ?? "\(stub.condition)")
  }

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
    if transcript.count > 0 { lines.append("\(transcript.count) bytes of body") }
    return lines.map { $0.shortened(to: 1_000) }.joined(separator: "\n")
  }

  func moments(until now: Duration) -> [Duration] {
    let transcript = exchange.transcript
    return [exchange.asked, exchange.start, exchange.end ?? now]
      + [transcript.sent, transcript.head].compactMap(\.self) + transcript.pieces
  }

  var phases: [(from: Duration, to: Duration, name: String)] {
    let (transcript, isForwarded) = (exchange.transcript, exchange.isOfNetwork)
    let sent = max(transcript.sent ?? exchange.start, exchange.start)
    var phases = [(exchange.asked, exchange.start, "queued"), (exchange.start, sent, "sending")]
    if let waited = transcript.head ?? exchange.end {
      phases.append((sent, waited, isForwarded ? "foreignwait" : "waiting"))
    }
    if let head = transcript.head, let last = exchange.end ?? transcript.pieces.last {
      phases.append((head, last, isForwarded ? "foreign" : "body"))
    }
    return phases.filter { $0.1 > $0.0 }
  }

  var origin: String { String(recorded.url.dropLast(target.count)) }

  /// The address, without its scheme if that is `https`.
  var address: String {
    recorded.url.hasPrefix("https://") ? String(recorded.url.dropFirst(8)) : recorded.url
  }

  var target: String {
    let url = recorded.url
    guard let host = url.range(of: "://")?.upperBound else { return url }
    let start = url[host...].firstIndex { "/?".contains($0) } ?? url.endIndex
    return String(url[start...])
  }
}
