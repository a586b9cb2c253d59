import Foundation
import StubKit

/// Reads lines that end in LF or CRLF.
struct LineReader {
  struct Line {
    let offset: Int
    /// Counted from 1.
    let number: Int
    let bytes: ArraySlice<UInt8>
    let isEnd: Bool

    var text: String { bytes.text }
    var quoted: String { isEnd ? "the end of the file" : text.shortened(to: 60).swiftLiteral }
  }

  let bytes: [UInt8]
  private(set) var offset = 0
  private(set) var number = 1

  /// Skips a byte order mark; throws if the mark is not that of UTF-8.
  init(_ data: Data) throws(ArchiveError) {
    bytes = Array(data)
    guard let mark = ByteOrderMark(data) else { return }
    if let complaint = mark.complaint { throw ArchiveError("the file \(complaint)") }
    offset = mark.count
  }

  var isAtEnd: Bool { offset >= bytes.count }
  var rest: ArraySlice<UInt8> { bytes[offset...] }

  var peek: Line {
    guard !isAtEnd else {
      return Line(offset: offset, number: number, bytes: bytes[offset...], isEnd: true)
    }
    let end = rest.firstIndex(of: .lineFeed) ?? bytes.count
    var line = bytes[offset..<end]
    if line.last == .carriageReturn { line.removeLast() }
    return Line(offset: offset, number: number, bytes: line, isEnd: false)
  }

  mutating func next() -> Line {
    let line = peek
    guard !line.isEnd else { return line }
    offset = (rest.firstIndex(of: .lineFeed) ?? bytes.count - 1) + 1
    number += 1
    return line
  }

  /// Takes `count` bytes, line breaks included; nil if fewer are left.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= bytes.count - offset else { return nil }
    let taken = bytes[offset..<(offset + count)]
    offset += count
    number += taken.count { $0 == .lineFeed }
    return taken
  }
}

extension ArraySlice<UInt8> {
  /// The bytes read as UTF-8, or as Latin-1 if they are not valid UTF-8.
  var text: String {
    String(validUTF8: self)
      ?? String(String.UnicodeScalarView(map { UnicodeScalar($0) }))
  }

  var trimmed: ArraySlice<UInt8> {
    var slice = drop { $0.isBlank }
    while slice.last?.isBlank ?? false { slice.removeLast() }
    return slice
  }
}

extension ArchiveError {
  init(_ reason: String, at line: LineReader.Line) {
    self.init(reason, at: "byte \(line.offset), line \(line.number)")
  }

  init(expected: String, at line: LineReader.Line) {
    self.init("expected \(expected), found \(line.quoted)", at: line)
  }
}
