/// Reads bytes bit by bit, lowest bit first.
struct BitReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var buffer: UInt32 = 0
  private var bufferedBits = 0

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// The unread bytes; only meaningful on a byte boundary.
  var rest: ArraySlice<UInt8> { bytes[position...] }

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

  /// Skips the unread bits of the current byte.
  mutating func skipToByte() {
    // `take` buffers no byte before it is needed, so fewer than eight bits are left over.
    buffer = 0
    bufferedBits = 0
  }

  /// Reads whole bytes; the position must be on a byte boundary.
  mutating func take(bytes count: Int) throws(Inflater.Failure) -> ArraySlice<UInt8> {
    guard count <= bytes.endIndex - position else { throw Self.end }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  /// Reads a little-endian number of up to four bytes.
  mutating func number(ofBytes count: Int) throws(Inflater.Failure) -> UInt32 {
    try take(bytes: count).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static let end = Inflater.Failure(description: "it ends too early")
}
