/// The names that the secrets of a document have in it: each its own, the same wherever it comes.
///
/// They have the shape of what they stand for, so that an app still decodes them.
package final class SecretNames {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The names that stand in the document, in the order of the first coming of what they stand for.
  package private(set) var given: [[UInt8]] = []
  private var isGiven: Set<[UInt8]> = []
  private var next = 1
  /// What each secret is called, without the escapes that it may be written with.
  package private(set) var names: [[UInt8]: [UInt8]]
  /// What stands in the document already and could be taken for a name.
  private var taken: Set<[UInt8]> = []
  /// The names that the document had before.
  private let former: Set<[UInt8]>

  /// The names as texts.
  package var texts: [String] { given.map { String(decoding: $0, as: UTF8.self) } }

  /// - Parameters:
  ///   - former: The names that the document has already.
  ///   - names: What secrets are to be called that may come.
  package init(after former: [[UInt8]] = [], knowing names: [[UInt8]: [UInt8]] = [:]) {
    (self.former, self.names) = (Set(former), names)
    taken = self.former.union(names.values)
  }

  /// The name of a secret.
  ///
  /// - Parameter isNumber: Whether nothing but a number may stand there.
  func name(of secret: some Collection<UInt8>, isNumber: Bool = false) -> [UInt8] {
    let written = Array(secret)
    // However it is escaped, it is the same one.
    var plain = written.withUnsafeBufferPointer { UndoneText($0).bytes }
    if contains(plain) { return give(plain) }
    let isEscaped = written.contains { $0 == .percent || $0 == 0x5C || $0 == .ampersand }
    var shape = SecretShape(of: isEscaped ? plain : written)
    if shape.ignoresCase { plain = plain.map(\.asciiLowercased) }
    // So few digits could be anything, where nothing asks for a number.
    if isNumber, !shape.isNumber {
      shape = .number(plain.filter { $0 &- 0x30 < 10 })
    } else if !isNumber, shape.isNumber, plain.count < 4 {
      shape = .other
    }
    if let name = names[plain], !isNumber || SecretShape(of: name).isNumber { return give(name) }
    return give(shape, to: plain)
  }

  /// What takes the place of a part of a text in base64 that says something of a secret.
  func name(ofEncoded text: some Collection<UInt8>) -> [UInt8] {
    let text = Array(text)
    return names[text].map(give) ?? give(.base64(count: text.count, padding: 0), to: text)
  }

  /// Whether a text is the name of something.
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

  /// Notes whatever in a text could be taken for a name, so that no secret is called so.
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

  /// The end of what begins like a name here; nil if nothing does.
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

  /// The end of a word in which one more sign may stand.
  private static func end(of text: Bytes, from start: Int, _ sign: UInt8) -> Int {
    var end =
      text.firstPlace(from: start) {
        !$0.isASCIIAlphanumeric && $0 != 0x2D && $0 != .dot && $0 != .equals && $0 != sign
      } ?? text.count
    // A sentence ends with one.
    while text[end - 1] == .dot { end -= 1 }
    return end
  }

  /// The end of a number that has no more than four digits behind a one and zeros.
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
