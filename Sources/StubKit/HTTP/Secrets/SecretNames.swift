/// The names that the secrets of a document have in it: each its own, the same wherever it comes.
///
/// They have the shape of what they stand for, so that an app still decodes them.
final class SecretNames {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The names that stand in the document, in the order of the first coming of what they stand for.
  private(set) var given: [[UInt8]] = []
  private var isGiven: Set<[UInt8]> = []
  private var next = 1
  /// What each secret is called, without the escapes that it may be written with.
  private(set) var names: [[UInt8]: [UInt8]]
  /// What stands in the document already and could be taken for a name.
  private var taken: Set<[UInt8]> = []
  /// The names that the document had before.
  private let former: Set<[UInt8]>

  /// The names as texts.
  var texts: [String] { given.map { String(decoding: $0, as: UTF8.self) } }

  /// - Parameters:
  ///   - former: The names that the document has already.
  ///   - names: What secrets are to be called that may come.
  init(after former: [[UInt8]] = [], knowing names: [[UInt8]: [UInt8]] = [:]) {
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
  func contains(_ name: [UInt8]) -> Bool { isGiven.contains(name) || former.contains(name) }

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

/// What a secret looks like, and what takes its place must look like, too.
enum SecretShape {
  case uuid(version: UInt8)
  case webToken
  case mail
  /// A day, perhaps with a time.
  case date([UInt8])
  /// Digits, perhaps with signs among them, as the number of a card or a telephone has.
  case number([UInt8])
  case hex(count: Int)
  case base64(count: Int, padding: Int)
  case other

  init(of secret: [UInt8]) {
    self = secret.withUnsafeBufferPointer { Self.shape(of: $0) }
  }

  var isNumber: Bool { if case .number = self { true } else { false } }

  /// Whether capitals are as good as small letters.
  var ignoresCase: Bool {
    switch self {
    case .uuid, .hex: true
    default: false
    }
  }

  private static func shape(of secret: SecretNames.Bytes) -> SecretShape {
    guard let first = secret.first, secret.count <= 4_096 else { return .other }
    if secret.count == 36, let version = version(ofUUID: secret) { return .uuid(version: version) }
    if secret.hasBytes(Array("eyJ".utf8), at: 0), SecretLook.isBeginning(of: secret) {
      return .webToken
    }
    var (digits, letters, hexLetters, others) = (0, 0, 0, 0)
    var (ats, isEncoded, padding) = (0, true, 0)
    for byte in secret {
      switch byte {
      case 0x30...0x39: digits += 1
      case 0x61...0x66, 0x41...0x46: (letters, hexLetters) = (letters + 1, hexLetters + 1)
      case _ where byte.isASCIIAlphanumeric: letters += 1
      case .at: ats += 1
      case .equals: padding += 1
      case .plus, .slash, .space, UInt8(ascii: "-"), UInt8(ascii: "_"): others += 1
      default: (others, isEncoded) = (others + 1, false)
      }
      if padding > 0, byte != .equals { isEncoded = false }
    }
    if letters == hexLetters, others + ats + padding == 0, letters > 0, secret.count >= 16 {
      return .hex(count: secret.count)
    }
    if isDate(secret) { return .date(Array(secret)) }
    if letters + ats + padding == 0, digits > 0,
      first.isASCIIAlphanumeric || first == .plus || first == 0x2D,
      secret.allSatisfy({ $0 &- 0x30 < 10 || "+-. ()/".utf8.contains($0) })
    {
      return .number(Array(secret))
    }
    if ats == 1, isMail(secret) { return .mail }
    if isEncoded, ats == 0, padding < 3, !secret.contains(.space), secret.count >= 16,
      SecretLook.isRandom(secret)
    {
      return .base64(count: secret.count - padding, padding: padding)
    }
    return .other
  }

  private static func version(ofUUID text: SecretNames.Bytes) -> UInt8? {
    for (place, byte) in text.enumerated() {
      let isDash = [8, 13, 18, 23].contains(place)
      guard isDash ? byte == 0x2D : PercentDecoding.hexDigit(byte) != nil else { return nil }
    }
    return text[14]
  }

  /// Whether it begins with year, month and day, and nothing follows but a time.
  private static func isDate(_ text: SecretNames.Bytes) -> Bool {
    guard text.count >= 10, text.count <= 40, text[4] == 0x2D, text[7] == 0x2D else { return false }
    return text.enumerated().allSatisfy { place, byte in
      if place < 10, place != 4, place != 7 { return byte &- 0x30 < 10 }
      return byte &- 0x30 < 10 || "-:.TZ+ ".utf8.contains(byte)
    }
  }

  private static func isMail(_ text: SecretNames.Bytes) -> Bool {
    guard let at = text.firstIndex(of: .at), at > 0, text.count < 255 else { return false }
    let host = text[(at + 1)...]
    return host.contains(.dot)
      && host.allSatisfy { $0.isASCIIAlphanumeric || $0 == .dot || $0 == 0x2D }
      && text[..<at].allSatisfy { $0.isASCIIAlphanumeric || "._%+-".utf8.contains($0) }
  }

  /// The name with a number that has this shape.
  func name(_ number: Int) -> [UInt8] {
    let digits = Array(String(number).utf8)
    func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x30, count: max(0, count)) }
    switch self {
    case .uuid(let version):
      return Array("00000000-0000-".utf8) + [version] + Array("000-8000-".utf8)
        + zeros(12 - digits.count) + digits
    case .webToken: return Array("e30.e30.".utf8) + Self.text(number)
    case .mail: return Array("redacted-\(number)@redacted.example".utf8)
    case .date(let date):
      let day =
        "\(2000 + number / 336)-\(Self.two(number / 28 % 12 + 1))-\(Self.two(number % 28 + 1))"
      return Array(day.utf8) + date.dropFirst(10).map { $0 &- 0x30 < 10 ? 0x30 : $0 }
    case .number(let text):
      return Self.number(number, like: text) ?? Self.number(number, like: zeros(digits.count + 1))
        ?? digits
    case .hex(let count): return zeros(count - digits.count) + digits
    case .base64(let count, let padding):
      let text = Array("REDACTED".utf8) + digits
      return text + [UInt8](repeating: UInt8(ascii: "A"), count: max(0, count - text.count))
        + [UInt8](repeating: .equals, count: padding)
    case .other: return Self.text(number)
    }
  }

  private static func text(_ number: Int) -> [UInt8] { Array("\(Redaction.mark)-\(number)".utf8) }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// A one, zeros and the number in the places of digits; nil if there are too few of them.
  private static func number(_ number: Int, like text: [UInt8]) -> [UInt8]? {
    let places = text.indices.filter { text[$0] &- 0x30 < 10 }
    var result = text
    for place in places { result[place] = 0x30 }
    var rest = number
    for place in places.dropFirst().reversed() where rest > 0 {
      result[place] = UInt8(0x30 + rest % 10)
      rest /= 10
    }
    if let first = places.first { result[first] = UInt8(ascii: "1") }
    return rest == 0 ? result : nil
  }
}
