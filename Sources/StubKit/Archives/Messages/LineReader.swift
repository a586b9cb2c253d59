package import Foundation

/// Bytes that are read from front to back, line by line, with LF or CRLF at the ends.
package struct LineReader {
  /// One line without its ending, and where it begins.
  package struct Line {
    /// How many bytes stand before it.
    let offset: Int
    /// Its number, from 1.
    let number: Int
    /// What it says; nothing at the end of the bytes.
    package let bytes: ArraySlice<UInt8>
    /// Whether there was no line any more.
    let isEnd: Bool

    /// The line as text: UTF-8, or Latin-1 if it is not valid UTF-8.
    var text: String { bytes.text }

    /// The line as a message quotes it.
    var quoted: String { isEnd ? "the end of the file" : text.shortened(to: 60).swiftLiteral }
  }

  let bytes: [UInt8]
  private(set) var offset = 0
  private(set) var number = 1

  /// Begins after a byte order mark, if there is one.
  package init(_ data: Data) throws(ArchiveError) {
    bytes = Array(data)
    guard let mark = ByteOrderMark(data) else { return }
    if let complaint = mark.complaint { throw ArchiveError("the file \(complaint)") }
    offset = mark.count
  }

  /// Whether everything has been read.
  var isAtEnd: Bool { offset >= bytes.count }

  /// What has not been read yet.
  package var rest: ArraySlice<UInt8> { bytes[offset...] }

  /// The line that would be read next.
  package var peek: Line {
    guard !isAtEnd else {
      return Line(offset: offset, number: number, bytes: bytes[offset...], isEnd: true)
    }
    let end = rest.firstIndex(of: .lineFeed) ?? bytes.count
    var line = bytes[offset..<end]
    if line.last == .carriageReturn { line.removeLast() }
    return Line(offset: offset, number: number, bytes: line, isEnd: false)
  }

  /// Reads a line; at the end it is an empty one that says so.
  package mutating func next() -> Line {
    let line = peek
    guard !line.isEnd else { return line }
    offset = (rest.firstIndex(of: .lineFeed) ?? bytes.count - 1) + 1
    number += 1
    return line
  }

  /// Reads a number of bytes; nil if there are not that many.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= bytes.count - offset else { return nil }
    let taken = bytes[offset..<(offset + count)]
    offset += count
    number += taken.count { $0 == .lineFeed }
    return taken
  }
}

extension ArraySlice<UInt8> {
  /// The bytes as text: UTF-8, or Latin-1 if they are none.
  package var text: String {
    String(validUTF8: self)
      ?? String(String.UnicodeScalarView(map { UnicodeScalar($0) }))
  }

  /// The bytes without the spaces and tabs at both ends.
  package var trimmed: ArraySlice<UInt8> {
    var slice = drop { $0.isBlank }
    while slice.last?.isBlank ?? false { slice.removeLast() }
    return slice
  }
}
