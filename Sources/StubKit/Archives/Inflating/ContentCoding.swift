package import Foundation

/// Compression undone, where a body still is compressed.
///
/// A client of `URLSession` is never shown a compressed body, but nothing undoes the compression of
/// what a `URLProtocol` hands over. So it is undone here, and the header goes with it.
package enum ContentCoding {
  /// The most that a compressed body may become; a few bytes can stand for gigabytes.
  package static let limit = 64 << 20

  /// Undoes one coding; nil for one that is not known here, as `br` and `zstd`.
  ///
  /// Bytes that do not begin as the coding says were decoded by whoever saved them, as browsers and
  /// `curl --compressed` do, and stay as they are.
  static func decode(_ body: Data, coding: String) throws(Inflater.Failure) -> Data? {
    switch coding {
    case "gzip", "x-gzip": try isGzip(body) ? Inflater.gunzip(body, limit: limit) : body
    case "deflate": try isZlib(body) ? Inflater.unwrapZlib(body, limit: limit) : body
    case "identity", "": body
    default: nil
    }
  }

  /// Whether bytes begin as gzip does.
  package static func isGzip(_ data: Data) -> Bool { data.starts(with: [0x1F, 0x8B, 8]) }

  /// Whether bytes begin as zlib does.
  private static func isZlib(_ data: Data) -> Bool {
    let start = data.prefix(2).map(Int.init)
    return start.count == 2 && start[0] & 0x0F == 8 && (start[0] << 8 | start[1]) % 31 == 0
  }
}

extension StubHeaders {
  /// Undoes the codings that `Content-Encoding` names, the last first, and takes them out of it.
  package mutating func undoContentCoding(of body: inout Data) throws(Inflater.Failure) {
    guard let value = self["Content-Encoding"], !body.isEmpty else { return }
    var codings = value.split(separator: ",").map {
      $0.filter { !$0.isWhitespace }.lowercased()
    }
    while let coding = codings.last, let decoded = try ContentCoding.decode(body, coding: coding) {
      body = decoded
      codings.removeLast()
    }
    self["Content-Encoding"] = codings.isEmpty ? nil : codings.joined(separator: ", ")
  }
}
