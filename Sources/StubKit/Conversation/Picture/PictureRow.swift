/// One exchange in a picture: its texts, and the moments of its phases.
struct PictureRow: Sendable {
  /// The outcome as far as colour tells it; each has a word as well.
  enum Mood: String, Sendable {
    case good
    case led
    case bad
    case failed
    case quiet
  }

  /// The number in the conversation, from 1.
  let number: Int
  let method: String
  let url: String
  /// The status, or the outcome.
  let result: String
  let mood: Mood
  /// The name or condition of the stub that answered, and its location.
  let answerer: String
  let place: String?
  /// Whether it failed because no stub matched.
  let isUnmatched: Bool
  let isForwarded: Bool
  let isCancelled: Bool
  /// The hover text.
  let remark: String

  let asked: Duration
  let decided: Duration
  let sent: Duration?
  let head: Duration?
  let pieces: [Duration]
  let end: Duration?
  let byteCount: Int

  init(_ exchange: StubExchange, _ recorded: RecordedExchange, number: Int) {
    let transcript = exchange.transcript
    self.number = number
    (method, url) = (recorded.method, recorded.url)
    (asked, decided, end) = (exchange.asked, exchange.start, exchange.end)
    (sent, head, pieces) = (transcript.sent, transcript.head, transcript.pieces)
    byteCount = transcript.count
    isUnmatched = exchange.outcome == .unmatched
    isCancelled = exchange.outcome == .cancelled
    isForwarded = exchange.isOfNetwork
    (result, mood) = Self.result(of: exchange)
    if let stub = exchange.stub {
      answerer = (isForwarded ? "network, by " : "") + (stub.name ?? "\(stub.condition)")
      place = "\(stub.location)"
    } else {
      answerer = isForwarded ? "network" : "no stub matched"
      place = nil
    }
    remark = Self.remark(on: exchange, recorded)
  }

  private static func result(of exchange: StubExchange) -> (String, Mood) {
    let status = exchange.response?.status
    switch exchange.outcome {
    case .finished, .passedThrough, .redirected, .challenged:
      guard let status else {
        return (exchange.outcome == .finished ? "finished" : "passed", .quiet)
      }
      return ("\(status)", status < 300 ? .good : status < 400 ? .led : .bad)
    case .pending:
      return (status.map { "\($0) …" } ?? "pending", .quiet)
    case .cancelled: return (status.map { "\($0) cancelled" } ?? "cancelled", .quiet)
    case .cannotRespond: return ("no answer", .failed)
    default:
      let words = [status.map { "\($0)" }, exchange.howItFailed]
      return (words.compactMap(\.self).joined(separator: " "), .failed)
    }
  }

  private static func remark(on exchange: StubExchange, _ recorded: RecordedExchange) -> String {
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
}
