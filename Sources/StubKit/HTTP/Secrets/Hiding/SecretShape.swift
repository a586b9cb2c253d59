/// The shape of a secret, which its name shares.
enum SecretShape {
  case uuid(version: UInt8)
  case webToken
  case mail
  /// A day, perhaps with a time.
  case date([UInt8])
  /// Digits, perhaps with separators, such as the number of a card or a telephone.
  case number([UInt8])
  case hex(count: Int)
  case base64(count: Int, padding: Int)
  case other

  init(of secret: [UInt8]) {
    self = secret.withUnsafeBufferPointer { Self.shape(of: $0) }
  }

  var isNumber: Bool { if case .number = self { true } else { false } }

  /// Whether case is ignored.
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

  /// Whether it begins with year, month and day, followed by nothing but a time.
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

  /// Returns the name with this number and shape.
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

  /// Replaces digits by a one, zeros and the number; nil if there are too few of them.
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
