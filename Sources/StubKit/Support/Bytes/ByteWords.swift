/// Looks at bytes eight at a time, which takes a quarter of the instructions.
enum ByteWords {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = ones << 7

  /// Finds the first `?`, `#` or `%` from an offset on, or the end; in a short text the offset itself.
  @inline(__always)
  static func endOfPlainPath(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    first(in: text, from: start) { word in
      zeros(word ^ ones &* 0x3F) | zeros(word ^ ones &* 0x23) | zeros(word ^ ones &* 0x25)
    }
  }

  /// Finds the first byte that may mean something in a host or is a capital letter, or the end.
  @inline(__always)
  static func endOfPlainHost(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    first(in: text, from: start) { word in
      let low = word & ~highBits
      // Letters from `a` on, and everything from the hyphen to the nine but the slash.
      let plain = atLeast(0x61, low) | atLeast(0x2D, low) & ~atLeast(0x3A, low)
      return (~plain | word) & highBits | zeros(low ^ ones &* 0x2F)
    }
  }

  /// Finds the first byte whose high bit `find` sets, or the end.
  @inline(__always)
  private static func first(
    in text: UnsafeBufferPointer<UInt8>, from start: Int, _ find: (UInt64) -> UInt64
  ) -> Int {
    let end = text.count
    guard let base = UnsafeRawPointer(text.baseAddress), end >= 8 else { return start }
    var position = start
    while position &+ 8 <= end {
      let found = find(base.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian)
      if found != 0 { return position &+ found.trailingZeroBitCount / 8 }
      position &+= 8
    }
    guard position < end else { return end }
    // The last bytes of the text, moved down; the zeros above them are found beyond the end.
    let rest = base.loadUnaligned(fromByteOffset: end &- 8, as: UInt64.self).littleEndian
    let found = find(rest &>> UInt64((8 &- (end &- position)) &* 8))
    return min(end, position &+ found.trailingZeroBitCount / 8)
  }

  /// Sets the high bit of each zero byte; above the lowest one it may set others too.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 {
    (word &- ones) & ~word & highBits
  }

  /// Sets the high bit of each byte that is not below a number; all bytes must be below 128.
  @inline(__always)
  private static func atLeast(_ number: UInt64, _ low: UInt64) -> UInt64 {
    low &+ ones &* (0x80 &- number)
  }

  /// One to seven bytes as a word; different bytes of the same number give different words.
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

  @inline(__always)
  static func areSameIgnoringASCIICase(_ word: UInt64, _ other: UInt64) -> Bool {
    let difference = word ^ other
    if difference == 0 { return true }
    // They may differ only in the bit that makes a letter small, and only where there is a letter.
    guard difference & ~(ones &* 0x20) == 0 else { return false }
    let low = (word | ones &* 0x20) & ~highBits
    let letters = atLeast(0x61, low) & ~atLeast(0x7B, low) & ~word & highBits
    return difference &<< 2 & ~letters == 0
  }
}
