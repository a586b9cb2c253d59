import CStubKit
package import Foundation

/// Decompresses gzip and zlib (RFC 1950 to 1952), for which Foundation on Linux has no API.
package enum Inflater {
  package struct Failure: Error, CustomStringConvertible { package let description: String }

  package static func gunzip(_ data: Data, limit: Int) throws(Failure) -> Data {
    try inflate(data, in: stubkit_gzip, limit: limit)
  }

  /// Decompresses zlib, which HTTP calls deflate.
  package static func unwrapZlib(_ data: Data, limit: Int) throws(Failure) -> Data {
    try inflate(data, in: stubkit_zlib, limit: limit)
  }

  /// Decompresses deflate without a wrapper, up to the end of the data.
  package static func inflate(_ data: Data, limit: Int) throws(Failure) -> Data {
    try inflate(data, in: stubkit_deflate, limit: limit)
  }

  private static func inflate(_ data: Data, in wrapping: Int, limit: Int) throws(Failure) -> Data {
    let inflated = data.withUnsafeBytes {
      stubkit_inflate($0.bindMemory(to: UInt8.self).baseAddress, $0.count, Int32(wrapping), limit)
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
