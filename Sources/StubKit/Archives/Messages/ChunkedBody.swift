import Foundation

/// A body in chunks, each with its size in front, as it goes over the wire.
enum ChunkedBody {
  /// Puts the chunks together; nil if the body is not in chunks, because whoever saved it did that.
  ///
  /// `curl` keeps the header and undoes the chunks, `curl --raw` does neither. One whole chunk at the
  /// start settles it: whatever is malformed after it is an error.
  static func decoded(from reader: LineReader) throws(ArchiveError) -> Data? {
    var reader = reader
    var body = Data()
    var isFirst = true
    while true {
      let line = reader.next()
      guard let size = size(in: line.bytes) else {
        if isFirst { return nil }
        throw ArchiveError(expected: "the size of a chunk in hexadecimal digits", at: line)
      }
      if size == 0 {
        // What follows are trailers, which nobody sees on the way to a client.
        _ = isFirst ? StubHeaders() : try HeaderLines.headers(from: &reader)
        return body
      }
      guard let chunk = reader.take(size) else {
        if isFirst { return nil }
        throw ArchiveError("expected \(size) bytes, found \(reader.rest.count)", at: reader.peek)
      }
      let end = reader.next()
      guard end.bytes.isEmpty, !end.isEnd else {
        if isFirst { return nil }
        throw ArchiveError(expected: "a line break after the chunk", at: end)
      }
      body.append(contentsOf: chunk)
      isFirst = false
    }
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
