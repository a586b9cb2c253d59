import Foundation
import StubKit

extension StubJSON {
  /// `recorded` is the exchange without its secrets, with its error as the comment.
  init(_ exchange: StubExchange, _ recorded: RecordedExchange, numbered number: UInt64) {
    let (transcript, result) = (exchange.transcript, exchange.resultInShort)
    var members: [String: StubJSON] = [
      "id": .integer(Int(number)), "method": .string(recorded.method), "url": .string(recorded.url),
      "outcome": .string(exchange.outcome.description), "result": .string(result.words),
      "mood": .string(result.mood.rawValue), "answerer": .string(exchange.answererInShort),
      "asked": .double(exchange.asked.inSeconds), "decided": .double(exchange.start.inSeconds),
      "pieces": .array(transcript.pieces.map { .double($0.inSeconds) }),
      "size": .integer(transcript.count),
      "request": .message(
        recorded.requestHeaders, recorded.requestBody, missing: recorded.missingOfRequest),
    ]
    members["sent"] = transcript.sent.map { .double($0.inSeconds) }
    members["head"] = transcript.head.map { .double($0.inSeconds) }
    members["end"] = exchange.end.map { .double($0.inSeconds) }
    if let stub = exchange.stub {
      members["place"] = .string(stub.location.description)
      members["condition"] = .string(stub.conditionInShort)
    }
    if let response = exchange.response {
      members["status"] = .integer(response.status)
      members["response"] = .message(
        recorded.responseHeaders, recorded.body, missing: recorded.missing)
    }
    members["error"] = recorded.comment.map { .string($0.shortened(to: 4_000)) }
    if let report = exchange.report {
      members["report"] = .string(report)
      members["paste"] = Self.line(toPasteFrom: report)
    }
    self = .object(members)
  }

  init(_ stub: Stub, numbered number: UInt64, asked count: Int, isActive: Bool) {
    var members: [String: StubJSON] = [
      "id": .integer(Int(number)), "condition": .string(stub.conditionInShort),
      "place": .string(stub.location.description), "count": .integer(count),
      "least": .integer(stub.expected.least), "isActive": .bool(isActive),
    ]
    members["name"] = stub.name.map { .string($0) }
    if !stub.expected.isUsual { members["expected"] = .string(stub.expected.phrase) }
    // The page takes a missing maximum for no limit.
    if stub.expected.most < .max { members["most"] = .integer(stub.expected.most) }
    self = .object(members)
  }

  init(_ issue: StubIssue) {
    var members: [String: StubJSON] = ["text": .string(issue.text)]
    members["place"] = issue.location.map { .string($0.description) }
    self = .object(members)
  }

  private static func line(toPasteFrom report: String) -> StubJSON? {
    // Foreign text in a report is quoted or escaped, and cannot form this line.
    let lines = report.split(separator: "\n", omittingEmptySubsequences: false)
    guard let title = lines.lastIndex(of: "To stub it:"), title + 1 < lines.count else {
      return nil
    }
    return .string(String(lines[title + 1].drop { $0 == " " }))
  }
}
