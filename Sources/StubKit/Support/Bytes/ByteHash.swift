/// A 64-bit hash of bytes, taken eight at a time.
///
/// It says where to look; equality is decided by comparing the bytes. `Hasher` costs three times as much on
/// texts as short as paths and hosts.
package struct ByteHash {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  package private(set) var value: UInt64

  /// Starts with a seed, so that the same bytes hash differently in different roles.
  @inline(__always)
  package init(seed: UInt64) {
    value = seed
  }

  @inline(__always)
  mutating func combine(_ word: UInt64) {
    // Both halves of the product, so that every bit of the word reaches every bit of the hash.
    let product = (value ^ word).multipliedFullWidth(by: 0x9D8A_6F3C_51E7_B24B)
    value = product.high ^ product.low ^ 0x6A09_E667_F3BC_C908
  }

  @inline(__always)
  mutating func combine(_ bytes: Bytes) {
    combine(bytes) { $0 }
  }

  /// Adds bytes as if `A`–`Z` were `a`–`z`; it does not tell some other bytes apart either.
  @inline(__always)
  mutating func combine(ignoringASCIICase bytes: Bytes) {
    combine(bytes) { $0 | 0x2020_2020_2020_2020 }
  }

  package mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { combine($0) }
  }

  @inline(__always)
  private mutating func combine(_ bytes: Bytes, _ transform: (UInt64) -> UInt64) {
    combine(UInt64(truncatingIfNeeded: bytes.count))
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
    let raw = UnsafeRawPointer(start)
    let count = bytes.count
    guard count >= 8 else { return combine(transform(ByteWords.word(of: raw, count: count))) }
    var position = 0
    while position < count &- 8 {
      combine(transform(raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
      position &+= 8
    }
    // The last word may overlap the one before it, which saves a loop over the rest.
    combine(transform(raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)))
  }
}
