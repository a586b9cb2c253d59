import Foundation
import StubKit

/// A document as the parser needs it: UTF-8 without a byte order mark, with LF as line breaks.
struct YAMLText {
  let bytes: [UInt8]

  init(_ data: Data) throws(YAMLError) {
    var bytes = Array(data)
    if let mark = ByteOrderMark(bytes) {
      if let complaint = mark.complaint {
        throw YAMLError(line: 1, column: 1, reason: "the document \(complaint)")
      }
      bytes.removeFirst(mark.count)
    }
    if let offset = Self.firstInvalid(in: bytes) {
      let byte = String(bytes[offset], radix: 16, uppercase: true)
      throw Self.error(
        "expected text in UTF-8, found the byte 0x\(byte): save the document in UTF-8", at: offset,
        in: bytes)
    }
    bytes = Self.withLineFeeds(bytes)
    let control = bytes.withUnsafeBufferPointer { $0.place(of: Self.controls) }
    if control < bytes.count {
      let byte =
        (bytes[control] < 16 ? "0" : "") + String(bytes[control], radix: 16, uppercase: true)
      throw Self.error(
        "expected text, found the control character 0x\(byte): write it as "
          + "\"\\x\(byte)\" in double quotes", at: control, in: bytes)
    }
    self.bytes = bytes
  }

  private static let controls = ByteSet((0..<0x20).filter { ![9, 10, 13].contains($0) })

  private static func firstInvalid(in bytes: [UInt8]) -> Int? {
    guard String(validUTF8: bytes) == nil else { return nil }
    return String(decoding: bytes, as: UTF8.self).withBytes { decoded in
      var offset = 0
      while offset < bytes.count, decoded[offset] == bytes[offset] { offset += 1 }
      // The first bytes of the invalid sequence and of its replacement character may be equal.
      while decoded[offset] & 0xC0 == 0x80 { offset -= 1 }
      return offset
    }
  }

  private static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { source in
      var end = source.place(of: .carriageReturn)
      guard end < source.count else { return bytes }
      var (text, start): ([UInt8], Int) = ([], 0)
      text.reserveCapacity(source.count)
      while end < source.count {
        text.append(contentsOf: source.slice(start..<end))
        text.append(.lineFeed)
        start = end + (source.has("\r\n", at: end) ? 2 : 1)
        end = source.place(of: .carriageReturn, from: start)
      }
      text.append(contentsOf: source.slice(start..<end))
      return text
    }
  }

  private static func error(_ reason: String, at offset: Int, in bytes: [UInt8]) -> YAMLError {
    let place = bytes.withUnsafeBufferPointer { Self.place(of: offset, in: $0) }
    return YAMLError(line: place.line, column: place.column, reason: reason)
  }
}

/// Lines and columns count from 1, and columns are in bytes.
extension YAMLText {
  typealias Place = (line: Int, column: Int)

  static func place(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Place {
    places(of: [offset], in: bytes)[offset] ?? (1, 1)
  }

  static func places(of offsets: [Int], in bytes: UnsafeBufferPointer<UInt8>) -> [Int: Place] {
    var places: [Int: Place] = [:]
    var (line, lineStart) = (1, 0)
    var lineEnd = bytes.place(of: .lineFeed)
    for offset in offsets.sorted() {
      while lineEnd < offset {
        line += 1
        lineStart = lineEnd + 1
        lineEnd = bytes.place(of: .lineFeed, from: lineStart)
      }
      places[offset] = (line, offset - lineStart + 1)
    }
    return places
  }
}
