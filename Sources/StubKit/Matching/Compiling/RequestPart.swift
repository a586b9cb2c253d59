/// A part of a request that is one text, by which stubs are looked up.
///
/// It defines which bytes are the part, and when two texts are equal; comparisons and look-ups follow it.
package enum RequestPart: UInt8, Sendable {
  typealias Bytes = ScannedURL.Bytes

  /// The whole URL, as it is written, without its fragment.
  case url
  case host
  case method
  /// The path, decoded and without slashes at its end.
  case path

  @inline(__always)
  static var limit: Int { Set.RawValue.bitWidth }

  /// Passes the part of a request to `body`, in place unless it is encoded.
  @inline(__always)
  func withBytes<Result>(of probe: borrowing RequestProbe, _ body: (Bytes) -> Result) -> Result {
    switch self {
    case .url: body(probe.url.textWithoutFragment)
    case .host: probe.url.withHost(body)
    case .method: probe.method.withBytes(body)
    case .path: probe.url.withPath(body)
    }
  }

  /// Whether case is ignored in `A`–`Z`.
  @inline(__always)
  var ignoresCase: Bool {
    switch self {
    case .host: true
    case .url, .method, .path: false
    }
  }

  /// Whether the part belongs to the URL, and is therefore known with it.
  var isInURL: Bool {
    switch self {
    case .host, .path: true
    case .url, .method: false
    }
  }

  @inline(__always)
  func isSame(in probe: borrowing RequestProbe, as text: Bytes) -> Bool {
    withBytes(of: probe) { ignoresCase ? $0.equalsIgnoringASCIICase(text) : $0.equals(text) }
  }

  /// A hash of the part, equal for equal texts, and different for other parts.
  @inline(__always)
  func hash(_ bytes: Bytes) -> UInt64 {
    var hash = ByteHash(seed: 0x1F83_D9AB_FB41_BD6B &* UInt64(2 * rawValue + 1))
    if ignoresCase { hash.combine(ignoringASCIICase: bytes) } else { hash.combine(bytes) }
    return hash.value
  }
}

extension RequestPart {
  struct Set: OptionSet, Hashable {
    let rawValue: UInt8

    init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    @inline(__always)
    init(_ part: RequestPart) {
      rawValue = 1 << part.rawValue
    }

    @inline(__always)
    func contains(_ part: RequestPart) -> Bool { rawValue & 1 << part.rawValue != 0 }

    @inline(__always)
    func visitEach(_ visit: (RequestPart) -> Void) {
      // Unrolled, so that each call is compiled for its part.
      if contains(.url) { visit(.url) }
      if contains(.host) { visit(.host) }
      if contains(.method) { visit(.method) }
      if contains(.path) { visit(.path) }
    }
  }
}
