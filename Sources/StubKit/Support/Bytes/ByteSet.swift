import CStubKit
import Foundation

/// A set of bytes that C code searches for: a Swift loop is slow in a debug build.
package struct ByteSet: Sendable, ExpressibleByStringLiteral {
  fileprivate var set = stubkit_byte_set()

  package init(_ bytes: some Sequence<UInt8>) { for byte in bytes { stubkit_insert(byte, &set) } }

  package init(stringLiteral text: String) { self.init(text.utf8) }

  package static let blank: ByteSet = " \t"
  package static let white = ByteSet(0...0x20)
  static let lineEnd: ByteSet = "\n\r"
  static let quote: ByteSet = "\"'`"
  package static let digit = ByteSet(0x30...0x39)
  static let upper = ByteSet(0x41...0x5A)
  static let lower = ByteSet(0x61...0x7A)
  static let letter = upper + lower
  static let alphanumeric = digit + letter
  static let inWord = alphanumeric + "_"

  static func + (left: ByteSet, right: ByteSet) -> ByteSet {
    var both = left
    both.set.bits.0 |= right.set.bits.0
    both.set.bits.1 |= right.set.bits.1
    both.set.bits.2 |= right.set.bits.2
    both.set.bits.3 |= right.set.bits.3
    return both
  }

  @inline(__always)
  package func contains(_ byte: UInt8) -> Bool { stubkit_contains(set, byte) }

  fileprivate func first(_ isMember: Bool, in bytes: Bytes, from start: Int) -> Int {
    guard start < bytes.count, let base = bytes.baseAddress else { return bytes.count }
    return stubkit_find(base, start, bytes.count, set, isMember)
  }
}

/// A table of the first four bytes of some words, to find the words whatever their case.
struct Beginnings: Sendable {
  private(set) var numbers = [UInt8](unsafeUninitializedCapacity: Int(stubkit_beginnings)) {
    $0.initialize(repeating: 0)
    $1 = $0.count
  }

  /// The hash takes five bits of each byte, so a word of three gets all 32 possible fourth bytes.
  mutating func insert(_ word: some Collection<UInt8>) {
    for last in 0..<(word.count > 3 ? 1 : 32) {
      numbers[Int(stubkit_beginning(Array(word.prefix(4)) + [UInt8(last)]))] = 1
    }
  }
}

package typealias Bytes = UnsafeBufferPointer<UInt8>

extension Bytes {
  var lowercased: [UInt8] { place(of: .upper) == count ? Array(self) : map { $0.asciiLowercased } }

  /// The first place of a byte in the set; `count` if there is none.
  package func place(of set: ByteSet, from start: Int = 0) -> Int {
    set.first(true, in: self, from: start)
  }

  /// The first place of a byte outside of the set; `count` if there is none.
  package func end(of set: ByteSet, from start: Int = 0) -> Int {
    set.first(false, in: self, from: start)
  }

  /// The first place where one of the words may begin; `count` if there is none.
  ///
  /// With `isName`, a place is also a 1 before a digit, and no place follows a letter or digit.
  func place(of beginnings: Beginnings, from start: Int, isName: Bool = false) -> Int {
    guard start < count, let baseAddress else { return count }
    return stubkit_find_word(baseAddress, start, count, beginnings.numbers, isName)
  }

  package func place(of byte: UInt8, from start: Int = 0) -> Int {
    start < count ? first(byte, in: start..<count) ?? count : count
  }

  func first(_ wanted: UInt8, in range: Range<Int>) -> Int? {
    guard let baseAddress, !range.isEmpty else { return nil }
    let found = memchr(baseAddress + range.lowerBound, Int32(wanted), range.count)
    return found.map { UnsafeRawPointer($0) - UnsafeRawPointer(baseAddress) }
  }

  func first(_ wanted: [UInt8], from start: Int = 0) -> Int? {
    wanted.isEmpty ? nil : place(of: wanted, wanted.count, from: start)
  }

  func first(_ wanted: StaticString, from start: Int = 0) -> Int? {
    place(of: wanted.utf8Start, wanted.utf8CodeUnitCount, from: start)
  }

  private func place(of wanted: UnsafePointer<UInt8>, _ length: Int, from start: Int) -> Int? {
    guard let baseAddress else { return nil }
    var position = Swift.max(start, 0)
    let end = count - length + 1
    while position < end, let place = first(wanted[0], in: position..<end) {
      if memcmp(baseAddress + place, wanted, length) == 0 { return place }
      position = place + 1
    }
    return nil
  }

  package func has(_ other: StaticString, at position: Int) -> Bool {
    has(Self(start: other.utf8Start, count: other.utf8CodeUnitCount), at: position)
  }

  func hasBytes(_ other: [UInt8], at position: Int) -> Bool {
    other.withUnsafeBufferPointer { has($0, at: position) }
  }

  package func hasIgnoringCase(_ other: StaticString, at position: Int) -> Bool {
    let length = other.utf8CodeUnitCount
    guard let baseAddress, position >= 0, count - position >= length else { return false }
    return stubkit_equal_ignoring_case(baseAddress + position, other.utf8Start, length)
  }

  package func slice(_ range: Range<Int>) -> Bytes { Bytes(rebasing: self[range]) }
}
