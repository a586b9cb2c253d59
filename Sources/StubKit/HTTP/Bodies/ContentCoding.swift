package import Foundation

/// Decompresses bodies: `URLSession` does not do so for a body that a `URLProtocol` delivers.
package enum ContentCoding {
  /// In bytes; compressed bytes can expand to a thousand times as many.
  package static let limit = 64 << 20

  /// Nil for an unsupported coding such as `br`.
  ///
  /// A body without the coding's signature stays as it is, since browsers and `curl --compressed`
  /// save a decoded body with its old header.
  static func decode(_ body: Data, coding: String) throws(Inflater.Failure) -> Data? {
    switch coding {
    case "gzip", "x-gzip": try isGzip(body) ? Inflater.inflate(body, in: .gzip, limit: limit) : body
    case "deflate":
      // Some servers leave out the wrapper; an uncompressed text may begin like a wrapper.
      try isZlib(body) && !body.isPrintable
        ? Inflater.inflate(body, in: .zlib, limit: limit)
        : (try? Inflater.inflate(body, limit: limit)) ?? body
    case "identity", "": body
    default: nil
    }
  }

  package static func isGzip(_ data: Data) -> Bool { data.starts(with: [0x1F, 0x8B, 8]) }

  private static func isZlib(_ data: Data) -> Bool {
    let start = data.prefix(2).map(Int.init)
    return start.count == 2 && start[0] & 0x0F == 8 && (start[0] << 8 | start[1]) % 31 == 0
  }
}

extension Data {
  fileprivate var isPrintable: Bool {
    !contains { $0 < 9 || 14..<0x20 ~= $0 } && String(data: self, encoding: .utf8) != nil
  }
}

extension StubHeaders {
  package mutating func undoContentCoding(of body: inout Data) throws(Inflater.Failure) {
    guard let value = self["Content-Encoding"], !body.isEmpty else { return }
    var codings = value.split(separator: ",").map { $0.filter { !$0.isWhitespace }.lowercased() }
    while let coding = codings.last, let decoded = try ContentCoding.decode(body, coding: coding) {
      body = decoded
      codings.removeLast()
    }
    self["Content-Encoding"] = codings.isEmpty ? nil : codings.joined(separator: ", ")
  }
}
