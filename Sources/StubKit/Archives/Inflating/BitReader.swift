/// Bytes that are read bit by bit, the lowest first.
struct BitReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var buffer: UInt32 = 0
  private var bufferedBits = 0

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// What has not been read; to be asked at the end of a byte.
  var rest: ArraySlice<UInt8> { bytes[position...] }

  /// Reads up to 16 bits as a number.
  mutating func take(_ count: Int) throws(Inflater.Failure) -> Int {
    while bufferedBits < count {
      guard position < bytes.endIndex else { throw Self.end }
      buffer |= UInt32(bytes[position]) << UInt32(bufferedBits)
      position += 1
      bufferedBits += 8
    }
    let value = buffer & ((1 << UInt32(count)) - 1)
    buffer >>= UInt32(count)
    bufferedBits -= count
    return Int(value)
  }

  /// Drops what is left of the byte that was begun.
  mutating func skipToByte() {
    // Fewer than eight bits are ever left over, since no more are read than needed.
    buffer = 0
    bufferedBits = 0
  }

  /// Reads whole bytes.
  mutating func take(bytes count: Int) throws(Inflater.Failure) -> ArraySlice<UInt8> {
    guard count <= bytes.endIndex - position else { throw Self.end }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  /// Reads a number of up to four bytes, the lowest first.
  mutating func number(ofBytes count: Int) throws(Inflater.Failure) -> UInt32 {
    try take(bytes: count).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static let end = Inflater.Failure(description: "it ends too early")
}
