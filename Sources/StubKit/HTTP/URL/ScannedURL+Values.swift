package import Foundation

extension ScannedURL {
  package var schemeString: String? {
    scheme.isEmpty ? nil : String(decoding: scheme, as: UTF8.self)
  }

  /// As in `URL.host`, decoded and without brackets; nil if the host is empty or malformed.
  package var host: String? {
    guard !rawHost.isEmpty else { return nil }
    return PercentDecoding.string(from: rawHost)
  }

  /// As in `URL.path`: percent-decoded, without trailing slashes.
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
  func withPath<Result>(_ body: (Bytes) -> Result) -> Result {
    guard isPathEncoded else { return body(trimmedPath) }
    var decoded = path
    return decoded.withUTF8(body)
  }

  /// Decodes the segments one by one; 0xFF, which is never in UTF-8, stands for an encoded slash.
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

  @inline(__always)
  var usualPort: Int? {
    if scheme.equalsIgnoringASCIICase(lowercased: "https") { return 443 }
    if scheme.equalsIgnoringASCIICase(lowercased: "http") { return 80 }
    if scheme.equalsIgnoringASCIICase(lowercased: "wss") { return 443 }
    if scheme.equalsIgnoringASCIICase(lowercased: "ws") { return 80 }
    return nil
  }

  var needsNetwork: Bool {
    usualPort != nil || scheme.equalsIgnoringASCIICase(lowercased: "ftp")
  }
}
