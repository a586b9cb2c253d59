package import Foundation

/// The parts as strings, decoded the way Foundation's accessors decode them.
extension ScannedURL {
  /// The scheme as written, or nil if there is none.
  package var schemeString: String? {
    scheme.isEmpty ? nil : String(decoding: scheme, as: UTF8.self)
  }

  /// The host as `URL.host` has it: percent-decoded, without brackets; nil if it is not UTF-8.
  ///
  /// An empty host is nil too, where Foundation says `""` if there is a user or a port.
  package var host: String? {
    guard !rawHost.isEmpty else { return nil }
    return PercentDecoding.string(from: rawHost)
  }

  /// The path as `URL.path` has it: percent-decoded, without trailing slashes.
  package var path: String {
    if !isPathEncoded { return String(decoding: trimmedPath, as: UTF8.self) }
    guard var decoded = PercentDecoding.string(from: rawPath) else { return "" }
    while decoded.utf8.count > 1, decoded.utf8.last == .slash { decoded.removeLast() }
    return decoded
  }

  /// The path as written, without trailing slashes; equal to `path` unless `isPathEncoded`.
  @inline(__always)
  var trimmedPath: Bytes {
    var count = rawPath.count
    while count > 1, rawPath[count - 1] == .slash { count -= 1 }
    return Bytes(start: rawPath.baseAddress, count: count)
  }

  /// The query's items as `URLComponents.queryItems` has them; empty if there is no query.
  ///
  /// A name or value that cannot be decoded stays as it is written, where Foundation drops it.
  package var queryItems: [URLQueryItem] {
    queryPairs.map { pair in
      URLQueryItem(name: pair.nameString, value: pair.valueString)
    }
  }

  /// The name–value pairs of the query, as views.
  @inline(__always)
  package var queryPairs: QueryPairs {
    QueryPairs(rawQuery)
  }
}

/// The parts that matchers compare in place.
extension ScannedURL {
  /// The whole text without its fragment.
  @inline(__always)
  var textWithoutFragment: Bytes {
    let end = text.firstIndex(of: .numberSign) ?? text.count
    return Bytes(rebasing: text[..<end])
  }

  /// Hands the bytes of the decoded host to `body`, in place if nothing is encoded.
  ///
  /// One that cannot be decoded is empty.
  @inline(__always)
  func withHost<Result>(_ body: (Bytes) -> Result) -> Result {
    guard isHostEncoded else { return body(rawHost) }
    var decoded = host ?? ""
    return decoded.withUTF8(body)
  }

  /// Hands the bytes of the decoded path to `body`, in place if nothing is encoded.
  @inline(__always)
  func withPath<Result>(_ body: (Bytes) -> Result) -> Result {
    guard isPathEncoded else { return body(trimmedPath) }
    var decoded = path
    return decoded.withUTF8(body)
  }

  /// Hands the bytes of the path to `body`, each segment decoded, in place if nothing is encoded.
  ///
  /// An encoded slash is part of its segment, and stands there as a byte that no text has.
  @inline(__always)
  func withSegmentedPath<Result>(_ body: (Bytes) -> Result) -> Result {
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

  /// Whether Foundation would load it over the network: http, WebSockets and FTP, nothing else.
  var needsNetwork: Bool {
    scheme.equalsIgnoringASCIICase(lowercased: "https")
      || scheme.equalsIgnoringASCIICase(lowercased: "http")
      || scheme.equalsIgnoringASCIICase(lowercased: "wss")
      || scheme.equalsIgnoringASCIICase(lowercased: "ws")
      || scheme.equalsIgnoringASCIICase(lowercased: "ftp")
  }
}
