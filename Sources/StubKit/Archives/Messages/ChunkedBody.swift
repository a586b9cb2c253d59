import Foundation

/// A body in chunks, each with its size in front, as it goes over the wire.
enum ChunkedBody {
  /// Puts the chunks together; nil if the body is not in chunks, because whoever saved it did that.
  ///
  /// `curl` keeps the header and undoes the chunks, `curl --raw` does neither. One whole chunk at the
  /// start settles it, if one of its lines ends in CRLF as on the wire: whatever is malformed after it is
  /// an error. Without that it may be a text that happens to begin like one, such as numbers in lines.
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

  /// Whether a body in chunks can end with what follows the chunk without bytes.
  private static func isEnd(
    from reader: inout LineReader, isFirst: Bool, isCertain: Bool
  ) throws(ArchiveError) -> Bool {
    if isFirst {
      // There is nothing else that speaks for it.
      let end = reader.next()
      return end.bytes.isEmpty && !end.isEnd && reader.isAtEnd
    }
    // What follows are trailers, which nobody sees on the way to a client.
    _ = try HeaderLines.headers(from: &reader)
    return isCertain || reader.endsInBlankLine
  }

  /// The number at the start of a chunk's first line, without what follows a semicolon.
  private static func size(in line: ArraySlice<UInt8>) -> Int? {
    let digits = line.prefix { $0 != UInt8(ascii: ";") }.trimmed
    // Fifteen digits can never overflow an `Int`.
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
  /// Whether a line that was read ends in CRLF.
  fileprivate func hasCarriageReturn(after line: Line) -> Bool {
    line.bytes.endIndex < bytes.count && bytes[line.bytes.endIndex] == .carriageReturn
  }

  /// Whether the last line that was read was a blank one.
  fileprivate var endsInBlankLine: Bool {
    offset > 1 && bytes[..<offset].suffix(2).elementsEqual([.lineFeed, .lineFeed])
  }
}
