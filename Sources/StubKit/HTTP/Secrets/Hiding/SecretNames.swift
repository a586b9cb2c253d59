/// The names of a document's secrets: each has its own, wherever it occurs.
///
/// A name has the shape of its secret, so that an app still decodes it.
package final class SecretNames {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The names in the document, in the order of first occurrence.
  package private(set) var given: [[UInt8]] = []
  private var isGiven: Set<[UInt8]> = []
  private var next = 1
  /// The name of each secret, by its value without escapes.
  package private(set) var names: [[UInt8]: [UInt8]]
  /// Texts in the document that look like names.
  private var taken: Set<[UInt8]> = []
  /// The names that the document had before.
  private let former: Set<[UInt8]>

  /// The names as texts.
  package var texts: [String] { given.map { String(decoding: $0, as: UTF8.self) } }

  /// - Parameters:
  ///   - former: The names that the document has already.
  ///   - names: Known names of secrets that may occur.
  package init(after former: [[UInt8]] = [], knowing names: [[UInt8]: [UInt8]] = [:]) {
    (self.former, self.names) = (Set(former), names)
    taken = self.former.union(names.values)
  }

  /// Returns the name of a secret.
  ///
  /// - Parameter isNumber: Whether only a number may stand there.
  func name(of secret: some Collection<UInt8>, isNumber: Bool = false) -> [UInt8] {
    let written = Array(secret)
    // A secret is the same however it is escaped.
    var plain = written.withUnsafeBufferPointer { UndoneText($0).bytes }
    if contains(plain) { return give(plain) }
    let isEscaped = written.contains { $0 == .percent || $0 == 0x5C || $0 == .ampersand }
    var shape = SecretShape(of: isEscaped ? plain : written)
    if shape.ignoresCase { plain = plain.map(\.asciiLowercased) }
    // Too few digits could be anything, unless a number is required.
    if isNumber, !shape.isNumber {
      shape = .number(plain.filter { $0 &- 0x30 < 10 })
    } else if !isNumber, shape.isNumber, plain.count < 4 {
      shape = .other
    }
    if let name = names[plain], !isNumber || SecretShape(of: name).isNumber { return give(name) }
    return give(shape, to: plain)
  }

  /// Returns the replacement for a part of an encoded text that reveals a secret.
  func name(ofEncoded text: some Collection<UInt8>) -> [UInt8] {
    let text = Array(text)
    return names[text].map(give) ?? give(.base64(count: text.count, padding: 0), to: text)
  }

  /// Whether a text is the name of a secret.
  package func contains(_ name: [UInt8]) -> Bool { isGiven.contains(name) || former.contains(name) }

  private func give(_ shape: SecretShape, to secret: [UInt8]) -> [UInt8] {
    var name = shape.name(next)
    while !taken.insert(name).inserted {
      next += 1
      name = shape.name(next)
    }
    next += 1
    names[secret] = name
    return give(name)
  }

  private func give(_ name: [UInt8]) -> [UInt8] {
    if isGiven.insert(name).inserted { given.append(name) }
    return name
  }

  /// Notes everything in a text that looks like a name, so that no secret gets it.
  func avoid(_ text: Bytes) {
    var place = 0
    while place < text.count {
      let byte = text[place]
      guard Self.beginnings[Int(byte)], place == 0 || !text[place - 1].isASCIIAlphanumeric,
        let end = Self.end(of: text, from: place)
      else {
        place += 1
        continue
      }
      taken.insert(Array(text[place..<end]))
      place = end
    }
  }

  private static let beginnings: [Bool] = (0...255).map { "Rr012e".utf8.contains(UInt8($0)) }

  /// Returns the end of a text that looks like a name; nil if none begins here.
  private static func end(of text: Bytes, from start: Int) -> Int? {
    switch text[start] {
    case UInt8(ascii: "1"): return endOfNumber(text, from: start)
    case UInt8(ascii: "2"):
      return text.hasBytes(Array("20".utf8), at: start) && start + 10 <= text.count
        && text[start + 4] == 0x2D && text[start + 7] == 0x2D
        ? end(of: text, from: start, 0x3A) : nil
    case UInt8(ascii: "0"):
      return text.hasBytes(Array("0000000".utf8), at: start) ? end(of: text, from: start, 0) : nil
    default:
      let isMeant = ["REDACTED", "redacted-", "e30.e30."].contains {
        text.hasBytes(Array($0.utf8), at: start)
      }
      return isMeant ? end(of: text, from: start, .at) : nil
    }
  }

  /// Returns the end of a word that may contain one more character.
  private static func end(of text: Bytes, from start: Int, _ sign: UInt8) -> Int {
    var end =
      text.firstPlace(from: start) {
        !$0.isASCIIAlphanumeric && $0 != 0x2D && $0 != .dot && $0 != .equals && $0 != sign
      } ?? text.count
    // A sentence ends with a dot.
    while text[end - 1] == .dot { end -= 1 }
    return end
  }

  /// Returns the end of a number with at most four digits after a one and zeros.
  private static func endOfNumber(_ text: Bytes, from start: Int) -> Int? {
    let end = text.firstPlace(from: start) { $0 &- 0x30 > 9 } ?? text.count
    var place = start + 1
    while place < end - 4 {
      if text[place] != 0x30 { return nil }
      place += 1
    }
    return end
  }
}
