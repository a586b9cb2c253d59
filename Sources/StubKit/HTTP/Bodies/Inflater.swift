package import Foundation

/// Decompresses gzip and zlib (RFC 1950 to 1952), for which Foundation on Linux has no API.
package struct Inflater {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private let input: [UInt8]
  private var position = 0
  private var buffer = 0
  private var bufferedBits = 0
  private var output: [UInt8] = []
  private let limit: Int

  private init(_ data: Data, limit: Int) {
    input = Array(data)
    self.limit = limit
  }

  package static func gunzip(_ data: Data, limit: Int) throws(Failure) -> Data {
    var inflater = Inflater(data, limit: limit)
    repeat {
      try inflater.skipGzipHeader()
      let start = inflater.output.count
      try inflater.inflate()
      let checksum = try inflater.number(ofBytes: 4)
      try check(
        checksum == Int(crc32(inflater.output[start...])), or: "the gzip checksum is wrong")
      let size = try inflater.number(ofBytes: 4)
      try check(
        size == (inflater.output.count - start) & 0xFFFF_FFFF, or: "the gzip size is wrong")
    } while inflater.input[inflater.position...].starts(with: [0x1F, 0x8B])
    return Data(inflater.output)
  }

  /// Decompresses zlib, which HTTP calls deflate.
  package static func unwrapZlib(_ data: Data, limit: Int) throws(Failure) -> Data {
    var inflater = Inflater(data, limit: limit)
    let header = try inflater.number(ofBytes: 2)
    try check(header & 0x2000 == 0, or: "it needs a preset dictionary")
    try inflater.inflate()
    let checksum = UInt32(try inflater.number(ofBytes: 4)).byteSwapped
    try check(checksum == adler32(inflater.output), or: "the zlib checksum is wrong")
    return Data(inflater.output)
  }

  /// Decompresses deflate without a wrapper, up to the end of the data.
  package static func inflate(_ data: Data, limit: Int) throws(Failure) -> Data {
    var inflater = Inflater(data, limit: limit)
    try inflater.inflate()
    try check(inflater.position == data.count, or: "it goes on behind its end")
    return Data(inflater.output)
  }

  private static func check(_ isValid: Bool, or description: String) throws(Failure) {
    if !isValid { throw Failure(description: description) }
  }

  private mutating func skipGzipHeader() throws(Failure) {
    guard try number(ofBytes: 2) == 0x8B1F, try number(ofBytes: 1) == 8 else {
      throw Failure(description: "expected the start of a gzip member")
    }
    let flags = try number(ofBytes: 1)
    // Modification time, compression level and operating system.
    _ = try take(bytes: 6)
    if flags & 4 != 0 { _ = try take(bytes: try number(ofBytes: 2)) }
    // The file name and the comment each end with a zero byte.
    for flag in [8, 16] where flags & flag != 0 {
      while try number(ofBytes: 1) != 0 {}
    }
    if flags & 2 != 0 { _ = try take(bytes: 2) }
  }

  private mutating func inflate() throws(Failure) {
    // A member may not refer back to the output of an earlier one.
    let start = output.count
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored()
      case 1:
        // The fixed codes of RFC 1951, 3.2.6.
        let lengths = [(8, 144), (9, 112), (7, 24), (8, 8)].flatMap { length, count in
          [Int](repeating: length, count: count)
        }
        try inflateBlock(
          HuffmanTable(lengths: lengths[...]),
          HuffmanTable(lengths: [Int](repeating: 5, count: 30)[...]), since: start)
      case 2:
        let (literals, distances) = try describedTables()
        try inflateBlock(literals, distances, since: start)
      default: throw Failure(description: "it has a block of an unknown kind")
      }
    }
    skipToByte()
  }

  private mutating func copyStored() throws(Failure) {
    skipToByte()
    let length = try number(ofBytes: 2)
    let complement = try number(ofBytes: 2)
    try Self.check(
      complement == ~length & 0xFFFF, or: "the length of a stored block is wrong")
    try makeRoom(for: length)
    output += try take(bytes: length)
  }

  private mutating func inflateBlock(
    _ literals: HuffmanTable, _ distances: HuffmanTable, since start: Int
  ) throws(Failure) {
    while true {
      let symbol = try self.symbol(in: literals)
      if symbol < 256 {
        try makeRoom(for: 1)
        output.append(UInt8(symbol))
        continue
      }
      guard symbol > 256 else { return }
      try Self.check(symbol <= 285, or: "it uses a length that does not exist")
      let count = symbol == 285 ? 258 : 3 + (try number(codedBy: symbol - 257, inGroupsOf: 4))
      let distance = try self.symbol(in: distances)
      try Self.check(distance < 30, or: "it uses a distance that does not exist")
      let back = 1 + (try number(codedBy: distance, inGroupsOf: 2))
      try Self.check(
        back <= output.count - start, or: "it copies bytes from before its start")
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

  private struct HuffmanTable {
    /// By the length of the codes, from 0 to 15 bits.
    var counts = [Int](repeating: 0, count: 16)
    let symbols: [Int]

    /// `lengths` has the code length of each symbol, 0 for an unused one.
    init(lengths: ArraySlice<Int>) throws(Failure) {
      for length in lengths where length > 0 { counts[length] += 1 }
      var left = 1
      for count in counts.dropFirst() {
        left = left * 2 - count
        try Inflater.check(left >= 0, or: "it has more codes than their lengths allow")
      }
      symbols = (1...15).flatMap { length in
        lengths.enumerated().lazy.filter { $0.element == length }.map(\.offset)
      }
    }
  }

  private mutating func symbol(in table: HuffmanTable) throws(Failure) -> Int {
    var (code, first, index) = (0, 0, 0)
    for length in 1...15 {
      code |= try take(1)
      let count = table.counts[length]
      if code - first < count { return table.symbols[index + code - first] }
      index += count
      first = (first + count) * 2
      code *= 2
    }
    throw Failure(description: "it has bits that are not a code")
  }

  private mutating func describedTables() throws(Failure) -> (HuffmanTable, HuffmanTable) {
    let literalCount = try take(5) + 257
    let count = literalCount + (try take(5)) + 1
    // The order in which a block gives the lengths of its code-length codes (RFC 1951, 3.2.7).
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var orderLengths = [Int](repeating: 0, count: 19)
    for position in order.prefix(try take(4) + 4) { orderLengths[position] = try take(3) }
    let table = try HuffmanTable(lengths: orderLengths[...])

    var lengths: [Int] = []
    while lengths.count < count {
      let symbol = try self.symbol(in: table)
      guard let length = symbol < 16 ? symbol : symbol == 16 ? lengths.last : 0 else {
        throw Failure(description: "it repeats a code length before there is one")
      }
      let times =
        switch symbol {
        case ..<16: 1
        case 16: try take(2) + 3
        case 17: try take(3) + 3
        default: try take(7) + 11
        }
      try Self.check(
        lengths.count + times <= count, or: "it has more code lengths than were announced")
      lengths += [Int](repeating: length, count: times)
    }
    return (
      try HuffmanTable(lengths: lengths[..<literalCount]),
      try HuffmanTable(lengths: lengths[literalCount...])
    )
  }

  /// Reads a length or distance; `size` symbols in a row take the same number of extra bits.
  private mutating func number(
    codedBy symbol: Int, inGroupsOf size: Int
  ) throws(Failure) -> Int {
    guard symbol >= 2 * size else { return symbol }
    let extraBits = symbol / size - 1
    return (size + symbol % size) << extraBits + (try take(extraBits))
  }

  private mutating func take(_ count: Int) throws(Failure) -> Int {
    while bufferedBits < count {
      buffer |= try number(ofBytes: 1) << bufferedBits
      bufferedBits += 8
    }
    defer {
      buffer >>= count
      bufferedBits -= count
    }
    return buffer & ((1 << count) - 1)
  }

  private mutating func skipToByte() {
    // `take` buffers no byte before it is needed, so fewer than eight bits are left over.
    (buffer, bufferedBits) = (0, 0)
  }

  /// Reads whole bytes; bits that `take(_:)` has buffered stay buffered.
  private mutating func take(bytes count: Int) throws(Failure) -> ArraySlice<UInt8> {
    try Self.check(count <= input.count - position, or: "it ends too early")
    defer { position += count }
    return input[position..<(position + count)]
  }

  private mutating func number(ofBytes count: Int) throws(Failure) -> Int {
    try take(bytes: count).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      crcTable[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8
    }
  }

  private static let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }

  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}
