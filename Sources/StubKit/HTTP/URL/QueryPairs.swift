import CStubKit
import Foundation

/// The pairs of a query, as views; only `&` separates them, and `a` differs from `a=`.
package struct QueryPairs: Sequence, IteratorProtocol {
  package struct Pair {
    package let rawName: Bytes
    /// Nil if there is no equals sign.
    package let rawValue: Bytes?

    package var nameString: String { PercentDecoding.text(of: rawName) }
    var valueString: String? { rawValue.map { PercentDecoding.text(of: $0) } }
    var item: URLQueryItem { URLQueryItem(name: nameString, value: valueString) }

    @inline(__always)
    package func isNamed(_ name: String) -> Bool { name.withBytes { isNamed($0, ifEncoded: true) } }

    @inline(__always)
    func isNamed(_ name: Bytes, ifEncoded isEncoded: Bool) -> Bool {
      PercentDecoding.bytes(rawName, spell: name, ifEncoded: isEncoded)
    }

    @inline(__always)
    func isItem(named name: Bytes, value: Bytes?, ifEncoded isEncoded: Bool) -> Bool {
      guard (rawValue == nil) == (value == nil), isNamed(name, ifEncoded: isEncoded) else {
        return false
      }
      guard let value, let rawValue else { return true }
      return PercentDecoding.bytes(rawValue, spell: value, ifEncoded: isEncoded)
    }
  }

  private var rest: Bytes?

  package init(_ query: Bytes?) { rest = query.flatMap { $0.isEmpty ? nil : $0 } }

  package var count: Int {
    var count = 0
    for _ in self { count += 1 }
    return count
  }

  @inline(__always)
  package mutating func next() -> Pair? {
    guard let bytes = rest else { return nil }
    let end = bytes.place(of: .ampersand)
    rest = end < bytes.count ? bytes.slice(end + 1..<bytes.count) : nil
    guard let equals = bytes.first(.equals, in: 0..<end) else {
      return Pair(rawName: bytes.slice(0..<end), rawValue: nil)
    }
    return Pair(rawName: bytes.slice(0..<equals), rawValue: bytes.slice(equals + 1..<end))
  }
}

package enum PercentDecoding {
  /// Nil if the text is not UTF-8, or has a malformed escape; in a form, that escape stays.
  package static func string(from bytes: Bytes, ofForm isForm: Bool = false) -> String? {
    var place = isForm ? bytes.count : bytes.place(of: .percent)
    while place < bytes.count {
      guard escaped(in: bytes, at: place) != nil else { return nil }
      place = bytes.place(of: .percent, from: place + 1)
    }
    return String(validUTF8: (isForm ? TextCoding.form : .percent).undone(bytes) ?? Array(bytes))
  }

  /// The decoded text, or the text as it is if it cannot be decoded.
  static func text(of bytes: Bytes, ofForm isForm: Bool = false) -> String {
    string(from: bytes, ofForm: isForm) ?? bytes.text
  }

  /// Whether the bytes decode to this text; bytes that cannot be decoded are compared as they are.
  @inline(__always)
  static func bytes(_ bytes: Bytes, spell text: Bytes, ifEncoded isEncoded: Bool = true) -> Bool {
    guard isEncoded else { return bytes.equals(text) }
    // Decoding only shortens, so comparing lengths tells most different texts apart.
    let length = text.count
    guard bytes.count >= length else { return false }
    if bytes.count == length, !bytes.equals(text) { return false }
    if bytes.contains(.percent) { return encodedBytes(bytes, spell: text) }
    return bytes.count == length
  }

  private static func encodedBytes(_ bytes: Bytes, spell text: Bytes) -> Bool {
    var expected = text.makeIterator()
    var position = 0
    while position < bytes.count {
      var byte = bytes[position]
      if byte == .percent {
        guard let escaped = escaped(in: bytes, at: position) else { return bytes.equals(text) }
        byte = escaped
        position += 2
      }
      position += 1
      guard expected.next() == byte else { return bytes.equals(text) && string(from: bytes) == nil }
    }
    return expected.next() == nil
  }

  /// Bytes that cannot be decoded are passed as they are.
  @inline(__always)
  static func withDecoded<Result>(
    _ bytes: Bytes, ifEncoded isEncoded: Bool = true, _ body: (Bytes) -> Result
  ) -> Result {
    guard isEncoded, bytes.contains(.percent), var decoded = string(from: bytes) else {
      return body(bytes)
    }
    return decoded.withUTF8(body)
  }

  @inline(__always)
  package static func escaped(in bytes: Bytes, at position: Int) -> UInt8? {
    guard bytes[position] == .percent, position + 2 < bytes.count,
      let high = hexDigit(bytes[position + 1]), let low = hexDigit(bytes[position + 2])
    else { return nil }
    return high << 4 | low
  }

  package static func escape(_ byte: UInt8) -> [UInt8] {
    [.percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  package static func hexDigit(_ byte: UInt8) -> UInt8? {
    UInt8(exactly: stubkit_hex_digit(byte))
  }
}
