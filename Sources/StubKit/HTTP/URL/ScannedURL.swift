package import Foundation

/// The parts of a URL as views into its UTF-8 text, found in one pass and without allocating.
///
/// A scan is far cheaper than Foundation's accessors; a property test checks that they agree. The views
/// are valid only within the closure passed to `scanning`, which a `ScannedURL` must not leave.
package struct ScannedURL {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  let text: Bytes
  package private(set) var scheme: Bytes
  /// Without brackets, still percent-encoded; empty if there is none.
  private(set) var rawHost: Bytes
  package private(set) var port: Int?
  package private(set) var rawPath: Bytes
  /// Still percent-encoded; nil if there is no question mark.
  private(set) var rawQuery: Bytes?
  private(set) var isPathEncoded = false
  private(set) var isHostEncoded = false
  private(set) var isQueryEncoded = false

  @inline(__always)
  package static func scanning<Result>(_ url: URL?, _ body: (ScannedURL) -> Result) -> Result {
    var text = url?.absoluteString ?? ""
    return text.withUTF8 { body(ScannedURL(scanning: $0)) }
  }

  init(scanning text: Bytes) {
    self.text = text
    let nothing = Bytes(start: text.baseAddress, count: 0)
    scheme = nothing
    rawHost = nothing
    rawPath = nothing
    guard let start = text.baseAddress else { return }

    let end = text.count
    var position = 0
    if let hostEnd = Self.endOfPlainHost(in: text) {
      scheme = Bytes(start: start, count: 5)
      rawHost = Bytes(start: start + 8, count: hostEnd - 8)
      position = hostEnd
    } else {
      if let colon = Self.schemeEnd(in: text) {
        scheme = Bytes(start: start, count: colon)
        position = colon + 1
      }
      if position + 1 < end, start[position] == .slash, start[position + 1] == .slash {
        position = scanAuthority(from: position + 2)
      }
    }

    let pathStart = position
    position = ByteWords.endOfPlainPath(in: text, from: position)
    while position < end {
      let byte = start[position]
      position += 1
      // All delimiters sort before the letters in ASCII.
      if byte > .questionMark { continue }
      if byte == .percent { isPathEncoded = true }
      guard byte == .questionMark || byte == .numberSign else { continue }
      position -= 1
      break
    }
    rawPath = Bytes(start: start + pathStart, count: position - pathStart)

    guard position < end, start[position] == .questionMark else { return }
    let query = position + 1..<text.place(of: .numberSign, from: position + 1)
    rawQuery = text.slice(query)
    isQueryEncoded = text.first(.percent, in: query) != nil
  }

  /// The end of the host in the usual case: `https://`, a plain host, and then a path or nothing.
  @inline(__always)
  private static func endOfPlainHost(in text: Bytes) -> Int? {
    guard text.count > 8,
      UnsafeRawPointer(text.baseAddress)?.loadUnaligned(as: UInt64.self).littleEndian == https
    else { return nil }
    let end = ByteWords.endOfPlainHost(in: text, from: 8)
    return end == text.count || text[end] == .slash ? end : nil
  }

  /// The bytes of `https://` as a little-endian word.
  @inline(__always)
  private static var https: UInt64 { 0x2F2F_3A73_7074_7468 }

  @inline(__always)
  private static func schemeEnd(in text: Bytes) -> Int? {
    for (index, byte) in text.enumerated() where byte <= .at {
      switch byte {
      case .colon: return index
      case .slash, .questionMark, .numberSign, .at, .percent: return nil
      default: continue
      }
    }
    return nil
  }

  @inline(__always)
  private mutating func scanAuthority(from authorityStart: Int) -> Int {
    var hostStart = authorityStart
    var portColon: Int?
    var isBracketed = false
    var position = authorityStart
    scan: while position < text.count {
      let byte = text[position]
      if byte > .closeBracket {
        position += 1
        continue
      }
      switch byte {
      case .slash, .questionMark, .numberSign:
        break scan
      case .at:
        hostStart = position + 1
        portColon = nil
      case .openBracket:
        isBracketed = true
      case .closeBracket:
        isBracketed = false
      case .colon where !isBracketed && portColon == nil:
        portColon = position
      case .percent:
        // A percent sign in the user also sets this, which only costs time.
        isHostEncoded = true
      default:
        break
      }
      position += 1
    }

    var hostEnd = portColon ?? position
    if let portColon { port = Self.number(in: text.slice(portColon + 1..<position)) }
    if hostStart < hostEnd, text[hostStart] == .openBracket {
      hostStart += 1
      if hostStart < hostEnd, text[hostEnd - 1] == .closeBracket { hostEnd -= 1 }
    }
    rawHost = Bytes(rebasing: text[hostStart..<hostEnd])
    return position
  }

  private static func number(in digits: Bytes) -> Int? {
    // By itself, `Int` would also read a sign.
    digits.end(of: .digit) == digits.count ? Int(digits.text) : nil
  }
}

/// The segments of a path, as views; it is split before decoding, so that `%2F` stays in a segment.
struct PathSegments: Sequence, IteratorProtocol {
  typealias Bytes = ScannedURL.Bytes

  private let path: Bytes
  /// The start of the next segment; beyond the end of the path after the last one.
  private var position: Int

  /// Takes a path without trailing slashes; `/` and relative paths have no segments.
  @inline(__always)
  init(_ path: Bytes) {
    self.path = path
    position = path.count > 1 && path[0] == .slash ? 1 : path.count + 1
  }

  @inline(__always)
  mutating func next() -> Bytes? {
    guard position <= path.count else { return nil }
    let start = position
    while position < path.count, path[position] != .slash { position += 1 }
    defer { position += 1 }
    return Bytes(start: path.baseAddress.map { $0 + start }, count: position - start)
  }
}
