/// A text with all escapes undone, in any language and at any depth, and its places in the original.
///
/// A value and every encoding of it become the same bytes, so that one is found in the other.
package struct UndoneText {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private(set) var bytes: [UInt8] = []
  /// The place of each byte in the original, and the end of the last one.
  private var places: [Int] = []

  init(_ text: Bytes) {
    bytes.reserveCapacity(text.count)
    places.reserveCapacity(text.count + 1)
    for place in 0..<text.count {
      append(text[place] == .plus ? .space : text[place], at: place)
    }
    places.append(text.count)
  }

  /// Whether a text may contain escapes.
  static func hasEscapes(_ text: Bytes) -> Bool {
    text.firstPlace { $0 == .percent || $0 == 0x5C || $0 == .ampersand || $0 == .plus } != nil
  }

  /// Returns the range of these bytes in the original.
  func written(_ range: Range<Int>) -> Range<Int> {
    places[range.lowerBound]..<places[range.upperBound]
  }

  /// Adds a byte, and undoes an escape that it completes; the result may be part of the next escape.
  private mutating func append(_ byte: UInt8, at place: Int) {
    bytes.append(byte)
    places.append(place)
    if bytes.count > 1, bytes[bytes.count - 2] == 0x5C, byte != UInt8(ascii: "u") {
      let escaped: UInt8 =
        switch byte {
        case UInt8(ascii: "n"): 10
        case UInt8(ascii: "r"): 13
        case UInt8(ascii: "t"): 9
        default: byte
        }
      return replace(last: 2, with: [escaped])
    }
    guard byte.isASCIIAlphanumeric || byte == UInt8(ascii: ";") else { return }
    if byte == UInt8(ascii: ";") { return endEntity() }
    guard bytes.count > 2, let low = PercentDecoding.hexDigit(byte) else { return }
    if bytes[bytes.count - 3] == .percent,
      let high = PercentDecoding.hexDigit(bytes[bytes.count - 2])
    {
      replace(last: 3, with: [high << 4 | low])
    } else if bytes.count > 5, bytes[bytes.count - 6] == 0x5C,
      bytes[bytes.count - 5] == UInt8(ascii: "u"),
      let unit = UInt32(String(decoding: bytes.suffix(4), as: UTF8.self), radix: 16)
    {
      endUnit(unit)
    }
  }

  /// Replaces an escape with a number by its character, or two such by one.
  private mutating func endUnit(_ unit: UInt32) {
    if let scalar = Unicode.Scalar(unit) {
      return replace(last: 6, with: Array(String(scalar).utf8))
    }
    let before = bytes.count - 9
    if unit >= 0xDC00, before >= 0, bytes[before] == 0xED, bytes[before + 1] & 0xF0 == 0xA0 {
      let high = UInt32(bytes[before + 1] & 0x0F) << 6 | UInt32(bytes[before + 2] & 0x3F)
      let scalar = Unicode.Scalar(0x10000 + (high << 10 | unit & 0x3FF))
      return replace(last: 9, with: scalar.map { Array(String($0).utf8) } ?? [])
    }
    // The first half waits for the other one.
    replace(last: 6, with: [0xED, UInt8(unit >> 6 & 0x3F) | 0x80, UInt8(unit & 0x3F) | 0x80])
  }

  private mutating func endEntity() {
    guard let start = bytes.suffix(10).lastIndex(of: .ampersand) else { return }
    let name = String(decoding: bytes[(start + 1)..<(bytes.count - 1)], as: UTF8.self)
    if let byte = Self.entities[name] { return replace(last: bytes.count - start, with: [byte]) }
    guard name.first == "#" else { return }
    let isHex = name.dropFirst().first.map { "xX".contains($0) } ?? false
    let number = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
    if let scalar = number.flatMap(Unicode.Scalar.init) {
      replace(last: bytes.count - start, with: Array(String(scalar).utf8))
    }
  }

  static let entities: [String: UInt8] = [
    "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27, "nbsp": 0x20,
  ]

  private mutating func replace(last count: Int, with text: [UInt8]) {
    let place = places[places.count - count]
    bytes.removeLast(count)
    places.removeLast(count)
    for byte in text { append(byte == .plus ? .space : byte, at: place) }
  }
}
