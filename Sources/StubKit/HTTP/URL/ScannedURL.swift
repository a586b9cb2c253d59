package import Foundation

/// The parts of a URL as views into its UTF-8 text, found in one pass and without allocating.
///
/// The views are valid only within the closure passed to `scanning`, which a `ScannedURL` must not
/// leave.
package struct ScannedURL {
  let text: Bytes
  package private(set) var scheme: Bytes
  /// Without brackets, still percent-encoded; empty if there is none.
  private(set) var rawHost: Bytes
  package private(set) var port: Int?
  package private(set) var rawPath: Bytes
  /// The path as written, without trailing slashes; equal to `path` unless `isPathEncoded`.
  private(set) var trimmedPath: Bytes
  /// Still percent-encoded; nil if the URL has no query.
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
    trimmedPath = nothing
    guard let start = text.baseAddress else { return }

    let end = text.count
    var position = 0
    if let hostEnd = Self.endOfPlainHost(in: text) {
      scheme = Bytes(start: start, count: 5)
      rawHost = Bytes(start: start + 8, count: hostEnd - 8)
      position = hostEnd
    } else {
      let colon = text.place(of: Self.notInScheme)
      if colon < end, text[colon] == .colon {
        scheme = Bytes(start: start, count: colon)
        position = colon + 1
      }
      if position + 1 < end, start[position] == .slash, start[position + 1] == .slash {
        position = scanAuthority(from: position + 2)
      }
    }

    let pathStart = position
    position = ByteWords.endOfPlainPath(in: text, from: position)
    if position < end, start[position] != .questionMark {
      let plainEnd = position
      position = text.place(of: Self.notInPath, from: plainEnd)
      isPathEncoded = text.first(.percent, in: plainEnd..<position) != nil
    }
    rawPath = Bytes(start: start + pathStart, count: position - pathStart)
    var pathEnd = position
    while pathEnd > pathStart + 1, start[pathEnd - 1] == .slash { pathEnd -= 1 }
    trimmedPath = Bytes(start: start + pathStart, count: pathEnd - pathStart)

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

  private static let notInScheme: ByteSet = ":/?#@%"
  private static let notInAuthority: ByteSet = "/?#"
  private static let notInPath: ByteSet = "?#"

  private mutating func scanAuthority(from start: Int) -> Int {
    let end = text.place(of: Self.notInAuthority, from: start)
    var host = start..<end
    while let at = text.first(.at, in: host) { host = at + 1..<end }
    // The colons of an IPv6 address stand between brackets.
    let isBracketed = !host.isEmpty && text[host.lowerBound] == .openBracket
    let address = isBracketed ? text.first(.closeBracket, in: host) ?? end : host.lowerBound
    if let colon = text.first(.colon, in: address..<end) {
      let digits = text.slice(colon + 1..<end)
      // `Int` alone would also read a sign.
      port = digits.end(of: .digit) == digits.count ? Int(digits.text) : nil
      host = host.lowerBound..<colon
    }
    if isBracketed {
      let isClosed = host.count > 1 && text[host.upperBound - 1] == .closeBracket
      host = host.lowerBound + 1..<host.upperBound - (isClosed ? 1 : 0)
    }
    rawHost = text.slice(host)
    isHostEncoded = text.first(.percent, in: host) != nil
    return end
  }
}

/// The segments of a path, as views; it is split before decoding, so that `%2F` stays in a segment.
struct PathSegments: Sequence, IteratorProtocol {
  private let path: Bytes
  /// The start of the next segment; beyond the end of the path if no segment is left.
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

extension ScannedURL {
  package var schemeString: String? {
    scheme.isEmpty ? nil : String(decoding: scheme, as: UTF8.self)
  }

  /// As in `URL.host`, decoded and without brackets; nil if the host is empty or malformed.
  package var host: String? {
    guard !rawHost.isEmpty else { return nil }
    return PercentDecoding.string(from: rawHost)
  }

  /// As in `URL.path`, decoded and without trailing slashes; a malformed path stays encoded.
  package var path: String { isPathEncoded ? Self.decoded(path: rawPath) : trimmedPath.text }

  /// Static, since a method would have all of the views copied.
  private static func decoded(path raw: Bytes) -> String {
    var path = PercentDecoding.string(from: raw) ?? raw.text
    while path.utf8.count > 1, path.utf8.last == .slash { path.removeLast() }
    return path
  }

  /// As in `URLComponents.queryItems`, but a name or value that cannot be decoded stays as it is.
  package var queryItems: [URLQueryItem] { queryPairs.map(\.item) }

  @inline(__always)
  package var queryPairs: QueryPairs { QueryPairs(rawQuery) }

  @inline(__always)
  var textWithoutFragment: Bytes { text.slice(0..<text.place(of: .numberSign)) }

  /// A host that cannot be decoded is passed as empty.
  @inline(__always)
  func withHost<Result>(_ body: (Bytes) -> Result) -> Result {
    guard isHostEncoded else { return body(rawHost) }
    var decoded = host ?? ""
    return decoded.withUTF8(body)
  }

  @inline(__always)
  package func withPath<Result>(_ body: (Bytes) -> Result) -> Result {
    guard isPathEncoded else { return body(trimmedPath) }
    var decoded = Self.decoded(path: rawPath)
    return decoded.withUTF8(body)
  }

  /// Decodes the segments one by one; 0xFF, which is never in UTF-8, stands for an encoded slash.
  @inline(__always)
  package func withSegmentedPath<Result>(_ body: (Bytes) -> Result) -> Result {
    isPathEncoded ? segmentedPath.withUnsafeBufferPointer(body) : body(trimmedPath)
  }

  private var segmentedPath: [UInt8] {
    let segments = trimmedPath.split(separator: .slash, omittingEmptySubsequences: false)
    return Array(
      segments.map { segment in
        PercentDecoding.withDecoded(Bytes(rebasing: segment)) {
          $0.map { $0 == .slash ? 0xFF : $0 }
        }
      }.joined(separator: [.slash]))
  }

  @inline(__always)
  var usualPort: Int? {
    if scheme.equalsIgnoringASCIICase(lowercased: "https") { return 443 }
    if scheme.equalsIgnoringASCIICase(lowercased: "http") { return 80 }
    if scheme.equalsIgnoringASCIICase(lowercased: "wss") { return 443 }
    if scheme.equalsIgnoringASCIICase(lowercased: "ws") { return 80 }
    return nil
  }

  var needsNetwork: Bool { usualPort != nil || scheme.equalsIgnoringASCIICase(lowercased: "ftp") }
}
