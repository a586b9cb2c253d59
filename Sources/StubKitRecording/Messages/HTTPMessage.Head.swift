import StubKit

extension HTTPMessage {
  struct Head {
    /// From 100 to 599.
    let status: Int
    let reason: String
    let headers: StubHeaders

    init(from reader: inout LineReader) throws(ArchiveError) {
      let line = reader.next()
      guard let start = StatusLine(line.bytes) else {
        throw ArchiveError(expected: #"a status line such as "HTTP/1.1 200 OK""#, at: line)
      }
      guard 100...599 ~= start.status else {
        throw ArchiveError("expected a status from 100 to 599, found \(start.status)", at: line)
      }
      status = start.status
      reason = start.reason
      headers = try HeaderLines.headers(from: &reader)
    }

    /// Whether another head follows, so that this head is not that of the final response.
    func isFollowed(by reader: LineReader) -> Bool {
      if 100...199 ~= status, status != 101 { return !reader.isAtEnd }
      guard StatusLine(reader.peek.bytes) != nil else { return false }
      // The body of any other response may begin like a status line.
      return (300...399 ~= status && headers.contains("Location")) || [401, 407].contains(status)
        || (status == 200 && reason.lowercased() == "connection established")
    }
  }

  /// The first line of a response; HTTP/2 and later have no reason phrase.
  struct StatusLine {
    let status: Int
    let reason: String

    init?(_ line: ArraySlice<UInt8>) {
      guard line.starts(with: "HTTP/".utf8) else { return nil }
      let words = line.dropFirst(5).split(
        separator: .space, maxSplits: 2, omittingEmptySubsequences: false)
      guard words.count > 1, Self.isVersion(words[0]), words[1].count == 3,
        words[1].allSatisfy(\.isDigit)
      else { return nil }
      status = words[1].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      reason = words.count > 2 ? words[2].trimmed.text : ""
    }

    private static func isVersion(_ text: ArraySlice<UInt8>) -> Bool {
      let numbers = text.split(separator: .dot, omittingEmptySubsequences: false)
      return numbers.count <= 2
        && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
    }
  }
}
