import CStubKit
package import Foundation

/// Decompresses gzip and zlib (RFC 1950 to 1952), for which Foundation on Linux has no API.
package enum Inflater {
  package struct Failure: Error, CustomStringConvertible { package let description: String }

  /// Numbered as in `text.h`.
  package enum Wrapping: Int32 { case none, gzip, zlib }

  // HTTP calls `.zlib` deflate. Without a wrapper, the compressed text must end where the data ends.
  package static func inflate(
    _ data: Data, in wrapping: Wrapping = .none, limit: Int
  ) throws(Failure) -> Data {
    let inflated = data.withUnsafeBytes {
      stubkit_inflate($0.bindMemory(to: UInt8.self).baseAddress, $0.count, wrapping.rawValue, limit)
    }
    defer { free(inflated.bytes) }
    if let fault = inflated.fault {
      throw Failure(
        description: inflated.is_too_large
          ? "it expands to more than \(limit) bytes" : String(cString: fault))
    }
    return inflated.bytes.map { Data(bytes: $0, count: inflated.count) } ?? Data()
  }
}
