import CStubKit
import Foundation

/// Encodes and decodes texts; a function `without…` returns nil if there is nothing to decode.
enum TextCoding {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  static func withoutPercent(_ bytes: Bytes) -> [UInt8]? {
    withoutPercent(bytes, plusIsSpace: false)
  }

  static func withoutFormEncoding(_ bytes: Bytes) -> [UInt8]? {
    withoutPercent(bytes, plusIsSpace: true)
  }

  static func withoutPercent(_ bytes: Bytes, plusIsSpace: Bool) -> [UInt8]? {
    guard bytes.place(of: plusIsSpace ? inForm : inAddress) < bytes.count else { return nil }
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

  private static let inAddress: ByteSet = "%"
  private static let inForm: ByteSet = "%+"

  static func percent(_ bytes: [UInt8], spaceIsPlus: Bool) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return bytes.flatMap { byte -> [UInt8] in
      if byte.isASCIIAlphanumeric || "-._~".utf8.contains(byte) { return [byte] }
      if byte == .space, spaceIsPlus { return [.plus] }
      return [.percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  private static let plainInJSON: ByteSet = .alphanumeric + " +-_.,:;/=@#%&?!()*~"

  static func json(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.withUnsafeBufferPointer({ $0.end(of: plainInJSON) == $0.count }) { return bytes }
    let text = StubJSON.string(String(decoding: bytes, as: UTF8.self)).description
    return Array(text.utf8.dropFirst().dropLast())
  }

  /// Nil also if an escape is malformed.
  static func withoutJSON(_ content: Bytes) -> [UInt8]? {
    guard content.place(of: 0x5C) < content.count else { return nil }
    return ([0x22] + content + [0x22]).withUnsafeBufferPointer { quoted in
      var parser = JSONParser(bytes: quoted, isLenient: true)
      return (try? parser.string()).map { Array($0.utf8) }
    }
  }

  static func withoutHTML(_ bytes: Bytes) -> [UInt8]? {
    guard bytes.place(of: .ampersand) < bytes.count else { return nil }
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let sign = bytes.place(of: .ampersand, from: place)
      result.append(contentsOf: bytes.slice(place..<sign))
      let rest = bytes.slice(sign..<min(sign + 10, bytes.count))
      let end = rest.place(of: UInt8(ascii: ";"))
      let text = end < rest.count ? entity(rest.slice(1..<end)) : []
      result += text.isEmpty ? Array(rest.prefix(1)) : text
      place = sign + (text.isEmpty ? 1 : end + 1)
    }
    return result
  }

  /// The character that an entity stands for by its name, `lt` or `#x3C`; empty if there is none.
  private static func entity(_ name: Bytes) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4) { text, count in
      guard let start = name.baseAddress, let room = text.baseAddress else { return }
      count = Int(stubkit_entity(start, name.count, room))
    }
  }

  static func html(_ bytes: [UInt8], isQuoted: Bool) -> [UInt8] {
    var entities: [UInt8: String] = [0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;"]
    if isQuoted { (entities[0x22], entities[0x27]) = ("&quot;", "&#39;") }
    return bytes.flatMap { byte in entities[byte].map { Array($0.utf8) } ?? [byte] }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Passes the decoded text to `read`, or the text itself if there is nothing to decode.
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

  /// Encodes bytes at each of three offsets, without the letters that neighbouring bytes change.
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

/// A text with all its escapes undone, in any language and at any depth.
///
/// A value and all its encodings become equal bytes, so that any of them is found by the value.
struct UndoneText {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  let bytes: [UInt8]
  private let memory: Memory

  private final class Memory {
    var undone: stubkit_undone

    init(_ undone: stubkit_undone) { self.undone = undone }

    deinit { stubkit_forget_undone(&undone) }
  }

  private static let escapes: ByteSet = "%\\&+"

  init(_ text: Bytes) {
    memory = Memory(stubkit_undo(text.baseAddress, text.count))
    bytes = Array(Bytes(start: memory.undone.bytes, count: memory.undone.count))
  }

  static func hasEscapes(_ text: Bytes) -> Bool { text.place(of: escapes) < text.count }

  /// Extends a range of the original so that it cuts no escape in two.
  func whole(_ range: Range<Int>) -> Range<Int> {
    let runs = UnsafeBufferPointer(start: memory.undone.runs, count: memory.undone.run_count)
    /// The last place of the run here and the next run's start; an escape's rest lies between.
    func run(at place: Int) -> (last: Int, next: Int)? {
      var (low, high) = (0, runs.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if runs[middle].written <= place { low = middle } else { high = middle }
      }
      guard high < runs.count else { return nil }
      return (runs[low].written + runs[high].start - runs[low].start - 1, runs[high].written)
    }
    let start = run(at: range.lowerBound).map { min(range.lowerBound, $0.last) }
    let end = run(at: range.upperBound).map {
      $0.last < range.upperBound ? $0.next : range.upperBound
    }
    return (start ?? range.lowerBound)..<(end ?? range.upperBound)
  }

  func written(_ range: Range<Int>) -> Range<Int> {
    stubkit_place_written(
      &memory.undone, range.lowerBound)..<stubkit_place_written(
        &memory.undone, range.upperBound)
  }
}
