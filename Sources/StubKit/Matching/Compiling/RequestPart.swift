package enum RequestPart: UInt8, Sendable {
  /// As written, without the fragment.
  case url
  case host
  case method
  /// Decoded, without trailing slashes.
  case path

  @inline(__always)
  static var limit: Int { Set.RawValue.bitWidth }

  @inline(__always)
  func withBytes<Result>(of probe: RequestProbe, _ body: (Bytes) -> Result) -> Result {
    switch self {
    case .url: body(probe.url.textWithoutFragment)
    case .host: probe.url.withHost(body)
    case .method: probe.withMethod(body)
    case .path: probe.url.withPath(body)
    }
  }

  @inline(__always)
  var ignoresCase: Bool { if case .host = self { true } else { false } }

  /// Whether a comparison of the whole URL decides this part as well.
  var isDecidedByURL: Bool { self == .host || self == .path }

  @inline(__always)
  func isSame(in probe: RequestProbe, as text: Bytes) -> Bool {
    withBytes(of: probe) { ignoresCase ? $0.equalsIgnoringASCIICase(text) : $0.equals(text) }
  }

  /// Equal for equal texts of this part; equal texts in different parts have different hashes.
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

    init(rawValue: UInt8) { self.rawValue = rawValue }

    @inline(__always)
    init(_ part: RequestPart) { rawValue = 1 << part.rawValue }

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
