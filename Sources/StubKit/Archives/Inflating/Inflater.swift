package import Foundation

/// Decompresses gzip and zlib (RFC 1950 to 1952), with a limit on the output size.
///
/// Foundation has no public API for this on every platform, and StubKit has no dependencies.
package struct Inflater {
  package struct Failure: Error, CustomStringConvertible {
    /// A sentence without a full stop.
    package let description: String
  }

  private var bits: BitReader
  private var output: [UInt8] = []
  private let limit: Int

  private init(_ bytes: ArraySlice<UInt8>, limit: Int) {
    bits = BitReader(bytes)
    self.limit = limit
  }

  /// Decompresses gzip, which may consist of several members.
  package static func gunzip(_ data: Data, limit: Int) throws(Failure) -> Data {
    let bytes = Array(data)
    var inflater = Inflater(bytes[...], limit: limit)
    repeat {
      try inflater.skipGzipHeader()
      let start = inflater.output.count
      try inflater.inflate()
      let checksum = try inflater.bits.number(ofBytes: 4)
      let size = try inflater.bits.number(ofBytes: 4)
      guard checksum == Checksum.crc32(inflater.output[start...]) else {
        throw Failure(description: "the gzip checksum is wrong")
      }
      guard size == UInt32(truncatingIfNeeded: inflater.output.count - start) else {
        throw Failure(description: "the gzip size is wrong")
      }
    } while inflater.bits.rest.starts(with: [0x1F, 0x8B])
    return Data(inflater.output)
  }

  /// Decompresses zlib, which HTTP calls deflate.
  static func unwrapZlib(_ data: Data, limit: Int) throws(Failure) -> Data {
    let bytes = Array(data)
    var inflater = Inflater(bytes[...], limit: limit)
    let header = try inflater.bits.number(ofBytes: 2)
    guard header & 0x2000 == 0 else {
      throw Failure(description: "it needs a preset dictionary")
    }
    try inflater.inflate()
    let checksum = try inflater.bits.number(ofBytes: 4).byteSwapped
    guard checksum == Checksum.adler32(inflater.output[...]) else {
      throw Failure(description: "the zlib checksum is wrong")
    }
    return Data(inflater.output)
  }

  private mutating func skipGzipHeader() throws(Failure) {
    guard try bits.number(ofBytes: 2) == 0x8B1F, try bits.number(ofBytes: 1) == 8 else {
      throw Failure(description: "expected the start of a gzip member")
    }
    let flags = try bits.number(ofBytes: 1)
    // Modification time, compression level and operating system.
    _ = try bits.take(bytes: 6)
    if flags & 4 != 0 { _ = try bits.take(bytes: Int(try bits.number(ofBytes: 2))) }
    // The file name and the comment each end with a zero byte.
    for flag in [8, 16] as [UInt32] where flags & flag != 0 {
      while try bits.number(ofBytes: 1) != 0 {}
    }
    if flags & 2 != 0 { _ = try bits.take(bytes: 2) }
  }

  /// Reads blocks until one is marked as the last.
  private mutating func inflate() throws(Failure) {
    // A member may not refer back to the output of an earlier one.
    let start = output.count
    var isLast = false
    while !isLast {
      isLast = try bits.take(1) == 1
      switch try bits.take(2) {
      case 0: try copyStored()
      case 1: try inflateBlock(.fixedLiterals, .fixedDistances, since: start)
      case 2:
        let (literals, distances) = try HuffmanTable.described(in: &bits)
        try inflateBlock(literals, distances, since: start)
      default: throw Failure(description: "it has a block of an unknown kind")
      }
    }
    bits.skipToByte()
  }

  private mutating func copyStored() throws(Failure) {
    bits.skipToByte()
    let length = try bits.number(ofBytes: 2)
    guard try bits.number(ofBytes: 2) == ~length & 0xFFFF else {
      throw Failure(description: "the length of a stored block is wrong")
    }
    try makeRoom(for: Int(length))
    output += try bits.take(bytes: Int(length))
  }

  private mutating func inflateBlock(
    _ literals: HuffmanTable, _ distances: HuffmanTable, since start: Int
  ) throws(Failure) {
    while true {
      let symbol = try literals.symbol(from: &bits)
      if symbol < 256 {
        try makeRoom(for: 1)
        output.append(UInt8(symbol))
        continue
      }
      guard symbol > 256 else { return }
      guard let length = CopyCode.length(symbol - 257) else {
        throw Failure(description: "it uses a length that does not exist")
      }
      let count = length.base + (try bits.take(length.extraBits))
      guard let distance = CopyCode.distance(try distances.symbol(from: &bits)) else {
        throw Failure(description: "it uses a distance that does not exist")
      }
      let back = distance.base + (try bits.take(distance.extraBits))
      guard back <= output.count - start else {
        throw Failure(description: "it copies bytes from before its start")
      }
      try makeRoom(for: count)
      // Byte by byte, because a copy may overlap its own source.
      for _ in 0..<count { output.append(output[output.count - back]) }
    }
  }

  private func makeRoom(for count: Int) throws(Failure) {
    guard count <= limit - output.count else {
      throw Failure(description: "it expands to more than \(limit) bytes")
    }
  }
}
