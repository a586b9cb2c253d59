import Foundation
import StubKit

enum ChunkedBody {
  /// Joins the chunks; nil if the body was saved already joined.
  ///
  /// `curl` joins the chunks but keeps the header; `curl --raw` leaves both as they were. The body
  /// counts as chunked if it begins with one complete chunk and some line of a chunk ends in CRLF;
  /// a malformed chunk after that is an error. Without a CRLF, the whole body must be chunks, up to
  /// a blank line at its end: plain text, such as lines of numbers, may begin like a chunk.
  static func decoded(from reader: LineReader) throws(ArchiveError) -> Data? {
    var reader = reader
    var body = Data()
    var (isFirst, isCertain) = (true, false)
    do throws(ArchiveError) {
      while true {
        let line = reader.next()
        guard let size = size(in: line.bytes) else {
          throw ArchiveError(expected: "the size of a chunk in hexadecimal digits", at: line)
        }
        isCertain = isCertain || reader.hasCarriageReturn(after: line)
        if size == 0 {
          return try isEnd(from: &reader, isFirst: isFirst, isCertain: isCertain) ? body : nil
        }
        guard let chunk = reader.take(size) else {
          throw ArchiveError("expected \(size) bytes, found \(reader.rest.count)", at: reader.peek)
        }
        let end = reader.next()
        guard end.bytes.isEmpty, !end.isEnd else {
          throw ArchiveError(expected: "a line break after the chunk", at: end)
        }
        isCertain = isCertain || reader.hasCarriageReturn(after: end)
        body.append(contentsOf: chunk)
        isFirst = false
      }
    } catch {
      if isFirst || !isCertain { return nil }
      throw error
    }
  }

  private static func isEnd(
    from reader: inout LineReader, isFirst: Bool, isCertain: Bool
  ) throws(ArchiveError) -> Bool {
    if isFirst {
      // If the first chunk is empty, only an immediate end shows that the body is chunked.
      let end = reader.next()
      return end.bytes.isEmpty && !end.isEnd && reader.isAtEnd
    }
    // Trailers follow; clients never see them.
    _ = try HeaderLines.headers(from: &reader)
    return isCertain || reader.endsInBlankLine
  }

  /// Ignores extensions, which follow a semicolon.
  private static func size(in line: ArraySlice<UInt8>) -> Int? {
    let digits = line.prefix { $0 != UInt8(ascii: ";") }.trimmed
    // Fifteen digits cannot overflow an `Int`.
    guard 1...15 ~= digits.count else { return nil }
    var size = 0
    for byte in digits {
      guard let digit = PercentDecoding.hexDigit(byte) else { return nil }
      size = size << 4 | Int(digit)
    }
    return size
  }
}

extension LineReader {
  fileprivate func hasCarriageReturn(after line: Line) -> Bool {
    line.bytes.endIndex < bytes.count && bytes[line.bytes.endIndex] == .carriageReturn
  }

  fileprivate var endsInBlankLine: Bool {
    offset > 1 && bytes[..<offset].suffix(2).elementsEqual([.lineFeed, .lineFeed])
  }
}
