import CStubKit
import Foundation

enum ByteWords {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = ones << 7

  /// Finds the first `?`, `#` or `%`, or the end; returns `start` for fewer than 8 bytes.
  @inline(__always)
  static func endOfPlainPath(in text: Bytes, from start: Int) -> Int {
    first(in: text, from: start) { word in
      zeros(word ^ ones &* 0x3F) | zeros(word ^ ones &* 0x23) | zeros(word ^ ones &* 0x25)
    }
  }

  /// Finds the first capital letter or byte that may have a meaning in a host, or the end.
  @inline(__always)
  static func endOfPlainHost(in text: Bytes, from start: Int) -> Int {
    first(in: text, from: start) { word in
      let low = word & ~highBits
      // Plain bytes: from `a` on, and from `-` to `9` except `/`.
      let plain = atLeast(0x61, low) | atLeast(0x2D, low) & ~atLeast(0x3A, low)
      return (~plain | word) & highBits | zeros(low ^ ones &* 0x2F)
    }
  }

  /// Finds the first byte whose high bit `find` sets, or the end; `start` for fewer than 8 bytes.
  @inline(__always)
  private static func first(in text: Bytes, from start: Int, _ find: (UInt64) -> UInt64) -> Int {
    let end = text.count
    guard let base = UnsafeRawPointer(text.baseAddress), end >= 8 else { return start }
    var position = start
    while position &+ 8 <= end {
      let found = find(base.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian)
      if found != 0 { return position &+ found.trailingZeroBitCount / 8 }
      position &+= 8
    }
    guard position < end else { return end }
    // The last bytes of the text, shifted down: a hit in the zeros above them is beyond the end.
    let rest = base.loadUnaligned(fromByteOffset: end &- 8, as: UInt64.self).littleEndian
    let found = find(rest &>> UInt64((8 &- (end &- position)) &* 8))
    return min(end, position &+ found.trailingZeroBitCount / 8)
  }

  /// Sets the high bit of each zero byte, and perhaps of bytes above the lowest zero byte.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highBits }

  /// Sets the high bit of each byte that is not below a number; all bytes must be below 128.
  @inline(__always)
  private static func atLeast(_ number: UInt64, _ low: UInt64) -> UInt64 {
    low &+ ones &* (0x80 &- number)
  }

  /// Packs one to seven bytes; different bytes of one length give different words.
  @inline(__always)
  static func word(of raw: UnsafeRawPointer, count: Int) -> UInt64 {
    if count >= 4 {
      let first = raw.loadUnaligned(as: UInt32.self)
      let last = raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      return UInt64(first) | UInt64(last) << 32
    }
    let first = raw.load(as: UInt8.self)
    let middle = raw.load(fromByteOffset: count / 2, as: UInt8.self)
    let last = raw.load(fromByteOffset: count - 1, as: UInt8.self)
    return UInt64(first) | UInt64(middle) << 8 | UInt64(last) << 16
  }
}

/// A hash to narrow a search, faster than `Hasher`: equal hashes do not prove equal bytes.
package struct ByteHash {
  package private(set) var value: UInt64

  /// The seed distinguishes equal bytes in different roles.
  @inline(__always)
  package init(seed: UInt64) { value = seed }

  @inline(__always)
  mutating func combine(_ word: UInt64) {
    // Both halves of the product, so that every bit of the word reaches every bit of the hash.
    let product = (value ^ word).multipliedFullWidth(by: 0x9D8A_6F3C_51E7_B24B)
    value = product.high ^ product.low ^ 0x6A09_E667_F3BC_C908
  }

  @inline(__always)
  mutating func combine(_ bytes: Bytes) { combine(bytes) { $0 } }

  /// Hashes `A`–`Z` as `a`–`z`; some other bytes hash alike, too.
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

extension Bytes {
  @inline(__always)
  func equals(_ text: String) -> Bool { text.withBytes { equals($0) } }

  @inline(__always)
  func equals(_ other: Self) -> Bool { count == other.count && has(other, at: 0) }

  @inline(__always)
  func starts(withBytes other: Self) -> Bool { has(other, at: 0) }

  @inline(__always)
  func starts(with text: String) -> Bool { text.withBytes { has($0, at: 0) } }

  @inline(__always)
  func ends(with text: String) -> Bool { text.withBytes { has($0, at: count - $0.count) } }

  @inline(__always)
  package func equalsIgnoringASCIICase(lowercased text: String) -> Bool {
    text.withBytes { equalsIgnoringASCIICase($0) }
  }

  @inline(__always)
  func equalsIgnoringASCIICase(_ other: Self) -> Bool {
    guard other.count == count else { return false }
    guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
    return stubkit_equal_ignoring_case(start, otherStart, count)
  }

  package var text: String { String(decoding: self, as: UTF8.self) }

  @inline(__always)
  func has(_ other: Self, at position: Int) -> Bool {
    guard position >= 0, count - position >= other.count else { return false }
    guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
    return memcmp(start + position, otherStart, other.count) == 0
  }
}
