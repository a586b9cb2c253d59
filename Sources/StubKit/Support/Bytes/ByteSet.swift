import CStubKit
import Foundation

/// A set of bytes, searched for in C: in a debug build, a loop of Swift takes fifty times as long.
struct ByteSet: Sendable, ExpressibleByStringLiteral {
  fileprivate var set = stubkit_byte_set()

  init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { stubkit_insert(byte, &set) }
  }

  init(stringLiteral text: String) { self.init(text.utf8) }

  static let blank: ByteSet = " \t"
  static let white = ByteSet(0...0x20)
  static let lineEnd: ByteSet = "\n\r"
  static let quote: ByteSet = "\"'`"
  static let digit = ByteSet(0x30...0x39)
  static let letter = ByteSet([UInt8](0x41...0x5A) + [UInt8](0x61...0x7A))
  static let alphanumeric = digit + letter
  static let inWord = alphanumeric + "_"

  static func + (left: ByteSet, right: ByteSet) -> ByteSet {
    ByteSet((0...255).filter { left.contains($0) || right.contains($0) })
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool { stubkit_contains(set, byte) }

  fileprivate func first(_ isMember: Bool, in bytes: UnsafeBufferPointer<UInt8>, from start: Int)
    -> Int
  {
    guard start < bytes.count, let base = bytes.baseAddress else { return bytes.count }
    return stubkit_find(base, start, bytes.count, set, isMember)
  }
}

struct BytePairs: Sendable {
  fileprivate private(set) var bits = [UInt64](repeating: 0, count: 1024)

  mutating func insert(_ first: UInt8, _ second: UInt8) {
    let pair = Int(first) << 8 | Int(second)
    bits[pair >> 6] |= 1 << UInt64(pair & 63)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the end if there is none, as `end(of:)` and `start(of:)` do.
  func place(of set: ByteSet, from start: Int = 0) -> Int { set.first(true, in: self, from: start) }

  func end(of set: ByteSet, from start: Int = 0) -> Int { set.first(false, in: self, from: start) }

  /// The first place of a sign, or of two bytes that begin a word.
  func start(of pairs: BytePairs, or signs: ByteSet, from start: Int) -> Int {
    guard start < count, let baseAddress else { return count }
    return stubkit_find_start(baseAddress, start, count, signs.set, pairs.bits, ByteSet.inWord.set)
  }

  func place(of pairs: BytePairs, from start: Int) -> Int {
    guard start + 1 < count, let baseAddress else { return count }
    let place = stubkit_find_pair(baseAddress, start, count - 2, pairs.bits)
    return place + 1 < count ? place : count
  }

  func place(of byte: UInt8, from start: Int = 0) -> Int {
    guard start < count, let baseAddress else { return count }
    let found = memchr(baseAddress + start, Int32(byte), count - start)
    return found.map { UnsafeRawPointer($0) - UnsafeRawPointer(baseAddress) } ?? count
  }

  func first(_ wanted: UInt8, in range: Range<Int>) -> Int? {
    guard let baseAddress, !range.isEmpty else { return nil }
    let found = memchr(baseAddress + range.lowerBound, Int32(wanted), range.count)
    return found.map { UnsafeRawPointer($0) - UnsafeRawPointer(baseAddress) }
  }

  func first(_ wanted: [UInt8], from start: Int = 0) -> Int? {
    guard let baseAddress, let byte = wanted.first else { return nil }
    var position = Swift.max(start, 0)
    let end = count - wanted.count + 1
    while position < end, let place = first(byte, in: position..<end) {
      if memcmp(baseAddress + place, wanted, wanted.count) == 0 { return place }
      position = place + 1
    }
    return nil
  }

  func first(_ wanted: StaticString, from start: Int = 0) -> Int? {
    first(
      [UInt8](UnsafeBufferPointer(start: wanted.utf8Start, count: wanted.utf8CodeUnitCount)),
      from: start)
  }

  func has(_ other: StaticString, at position: Int) -> Bool {
    let length = other.utf8CodeUnitCount
    guard let baseAddress, position >= 0, count - position >= length else { return false }
    return memcmp(baseAddress + position, other.utf8Start, length) == 0
  }

  func hasBytes(_ other: [UInt8], at position: Int) -> Bool {
    guard let baseAddress, position >= 0, count - position >= other.count else { return false }
    return memcmp(baseAddress + position, other, other.count) == 0
  }

  /// - Parameter other: A lowercase text.
  func hasIgnoringCase(_ other: StaticString, at position: Int) -> Bool {
    let length = other.utf8CodeUnitCount
    guard let baseAddress, count - position >= length else { return false }
    return strncasecmp(
      UnsafeRawPointer(baseAddress + position).assumingMemoryBound(to: CChar.self),
      UnsafeRawPointer(other.utf8Start).assumingMemoryBound(to: CChar.self), length) == 0
  }

  func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { .init(rebasing: self[range]) }
}

extension UInt8 {
  @inline(__always)
  var isASCIIAlphanumeric: Bool { isDigit || (self | 0x20) &- 0x61 < 26 }
}
