import Foundation

/// Texts as other texts hold them.
enum TextCoding {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  static func withoutPercent(_ bytes: Bytes, plusIsSpace: Bool = false) -> [UInt8] {
    guard bytes.place(of: plusIsSpace ? "%+" : "%") < bytes.count else { return Array(bytes) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      let escaped = PercentDecoding.escaped(in: bytes, at: place)
      result.append(escaped ?? (plusIsSpace && bytes[place] == .plus ? .space : bytes[place]))
      place += escaped == nil ? 1 : 3
    }
    return result
  }

  static func percent(_ bytes: [UInt8], spaceIsPlus: Bool) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return bytes.flatMap { byte -> [UInt8] in
      if byte.isASCIIAlphanumeric || "-._~".utf8.contains(byte) { return [byte] }
      if byte == .space, spaceIsPlus { return [.plus] }
      return [.percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  /// What stands in a string of JSON.
  static func json(_ bytes: [UInt8]) -> [UInt8] {
    let text = StubJSON.string(String(decoding: bytes, as: UTF8.self)).description
    return Array(text.utf8.dropFirst().dropLast())
  }

  /// What stands in a string of JSON, with its escapes undone; nil if there are none.
  static func withoutJSON(_ content: Bytes) -> [UInt8]? {
    guard content.place(of: 0x5C) < content.count else { return nil }
    return ([0x22] + content + [0x22]).withUnsafeBufferPointer { quoted in
      var parser = JSONParser(bytes: quoted, isLenient: true)
      return (try? parser.string()).map { Array($0.utf8) }
    }
  }

  /// A text of HTML with its entities undone; nil if there are none.
  static func withoutHTML(_ bytes: Bytes) -> [UInt8]? {
    guard bytes.place(of: .ampersand) < bytes.count else { return nil }
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let sign = bytes.place(of: .ampersand, from: place)
      result.append(contentsOf: bytes.slice(place..<sign))
      let rest = bytes.slice(sign..<min(sign + 10, bytes.count))
      let end = rest.place(of: UInt8(ascii: ";"))
      let text = end < rest.count ? entity(rest.slice(1..<end)) : nil
      result += text ?? Array(rest.prefix(1))
      place = sign + (text == nil ? 1 : end + 1)
    }
    return result
  }

  static func html(_ bytes: [UInt8]) -> [UInt8] {
    let entities: [UInt8: String] = [0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;", 0x22: "&quot;"]
    return bytes.flatMap { byte in entities[byte].map { Array($0.utf8) } ?? [byte] }
  }

  /// The character of an entity without its signs, such as `lt` and `#x3C`; nil if there is none.
  fileprivate static func entity(_ name: Bytes) -> [UInt8]? {
    let text = name.text
    if let byte = entities[text] { return [byte] }
    guard text.first == "#" else { return nil }
    let isHex = text.dropFirst().first.map { "xX".contains($0) } ?? false
    let number = UInt32(text.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
    return number.flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) }
  }

  private static let entities: [String: UInt8] = [
    "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27, "nbsp": 0x20,
  ]
}

extension UnsafeBufferPointer<UInt8> {
  /// What reads the text behind its escapes, which are undone only if there are any.
  func undone<Result>(
    by undo: (Self) -> [UInt8]?, _ read: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard let text = undo(self) else { return read(self) }
    return text.withUnsafeBufferPointer(read)
  }
}

/// Base64 in either alphabet, with padding or without.
enum Base64 {
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    Data(anyBase64: text).map { Array($0) }
  }

  static func encode(_ bytes: [UInt8], isURL: Bool = false, isPadded: Bool = false) -> [UInt8] {
    var text = Array(Data(bytes).base64EncodedString().utf8)
    while !isPadded, text.last == .equals { text.removeLast() }
    return isURL ? forURL(text) : text
  }

  /// Encodes bytes as they appear within other encoded bytes, for each of three offsets.
  ///
  /// Letters at the ends that also depend on the neighbours are left out.
  static func within(_ bytes: [UInt8]) -> [[UInt8]] {
    (0..<3).map { offset in
      let text = encode([UInt8](repeating: 0, count: offset) + bytes)
      return Array(text[(offset * 8 + 5) / 6..<(offset + bytes.count) * 8 / 6])
    }
  }

  static func forURL(_ text: [UInt8]) -> [UInt8] {
    text.map { $0 == .plus ? UInt8(ascii: "-") : $0 == .slash ? UInt8(ascii: "_") : $0 }
  }
}

/// A text with all escapes undone, in any language and at any depth, and its places in the original.
///
/// A value and every encoding of it become the same bytes, so that one is found in the other.
struct UndoneText {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private(set) var bytes: [UInt8] = []
  /// Where bytes begin that stand one behind the other in the original as well, and where they do so there.
  private var runs: [(start: Int, written: Int)] = []

  /// Where the last sign stands that may begin an escape.
  private var lastSign = -7

  private static let escapes: ByteSet = "%\\&+;"

  init(_ text: Bytes) {
    bytes.reserveCapacity(text.count)
    var place = 0
    while place < text.count {
      // An escape ends within six bytes of its sign.
      if bytes.count > lastSign + 6, !Self.escapes.contains(text[place]) {
        let end = text.place(of: Self.escapes, from: place)
        startRun(at: place)
        bytes.append(contentsOf: text.slice(place..<end))
        place = end
      } else {
        append(text[place] == .plus ? .space : text[place], at: place)
        place += 1
      }
    }
    startRun(at: text.count)
  }

  /// Whether a text may contain escapes.
  static func hasEscapes(_ text: Bytes) -> Bool { text.place(of: "%\\&+") < text.count }

  /// Returns the range of these bytes in the original.
  func written(_ range: Range<Int>) -> Range<Int> {
    place(range.lowerBound)..<place(range.upperBound)
  }

  private func place(_ position: Int) -> Int {
    var (low, high) = (0, runs.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].start <= position { low = middle } else { high = middle }
    }
    return runs[low].written + position - runs[low].start
  }

  private mutating func startRun(at place: Int) {
    if let last = runs.last, place - last.written == bytes.count - last.start { return }
    runs.append((bytes.count, place))
  }

  /// Adds a byte, and undoes an escape that it completes; the result may be part of the next escape.
  private mutating func append(_ byte: UInt8, at place: Int) {
    startRun(at: place)
    if byte == .percent || byte == 0x5C { lastSign = bytes.count }
    bytes.append(byte)
    let count = bytes.count
    if count > 1, bytes[count - 2] == 0x5C, byte != UInt8(ascii: "u") {
      let escaped: UInt8 =
        switch byte {
        case UInt8(ascii: "n"): 10
        case UInt8(ascii: "r"): 13
        case UInt8(ascii: "t"): 9
        default: byte
        }
      return replace(last: 2, with: [escaped])
    }
    if byte == UInt8(ascii: ";") { return endEntity() }
    guard count > 2, let low = PercentDecoding.hexDigit(byte) else { return }
    if bytes[count - 3] == .percent, let high = PercentDecoding.hexDigit(bytes[count - 2]) {
      replace(last: 3, with: [high << 4 | low])
    } else if count > 5, bytes[count - 6] == 0x5C, bytes[count - 5] == UInt8(ascii: "u"),
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
    // No slice of the bytes: they would be copied whole when they change.
    let least = max(0, bytes.count - 10)
    var start = bytes.count - 1
    while start > least, bytes[start] != .ampersand { start -= 1 }
    guard bytes[start] == .ampersand else { return }
    let name = Array(bytes[(start + 1)..<(bytes.count - 1)])
    let text = name.withUnsafeBufferPointer { TextCoding.entity($0) }
    if let text { replace(last: bytes.count - start, with: text) }
  }

  private mutating func replace(last count: Int, with text: [UInt8]) {
    let place = place(bytes.count - count)
    bytes.removeLast(count)
    while let last = runs.last, last.start >= bytes.count { runs.removeLast() }
    for byte in text { append(byte == .plus ? .space : byte, at: place) }
  }
}
