import Foundation

enum SecretShape {
  /// A UUID, other hexadecimal digits, or groups of letters and digits, with zeros in their places.
  case digits([UInt8])
  /// A number, such as a card's or a telephone's, as a one and zeros, perhaps with separators.
  case number([UInt8])
  /// A day, perhaps with a time.
  case date([UInt8])
  case base64(count: Int, padding: Int)
  /// A web token, a mail address or any other text, with the name's number between two texts.
  case text(before: String, after: String)

  static let other = Self.text(before: "\(Redaction.mark)-", after: "")

  init(of secret: [UInt8]) { self = secret.withUnsafeBufferPointer { Self.shape(of: $0) } }

  /// The shape of numbers with digits and separators where `number` has them.
  init(like number: [UInt8]) {
    var zeros = number.map { $0.isDigit ? 0x30 : $0 }
    if let first = zeros.firstIndex(of: 0x30) { zeros[first] = 0x31 }
    self = .number(zeros)
  }

  /// A UUID, or a grouped text of at least 12 letters and digits, without its separators.
  static func bare(_ secret: [UInt8]) -> [UInt8]? {
    let bare = secret.filter(\.isASCIIAlphanumeric)
    guard bare.count >= 12, bare.count < secret.count else { return nil }
    return switch SecretShape(of: secret) {
    case .digits, .number: bare
    default: nil
    }
  }

  var isNumber: Bool { if case .number = self { true } else { false } }

  /// Whether a secret's parts may get names of their own: a token or address would lose its form.
  var isFree: Bool {
    if case .text(let start, let end) = self { end.isEmpty && !start.contains(".") } else { true }
  }

  var ignoresCase: Bool { if case .digits = self { true } else { false } }

  private static let inNumber: ByteSet = .digit + "+-. ()/"
  private static let inTime: ByteSet = .digit + "-:.TZ+ "
  private static let inHost: ByteSet = .alphanumeric + ".-"
  private static let inUser: ByteSet = .alphanumeric + "._%+-"

  private static func shape(of secret: Bytes) -> SecretShape {
    let count = secret.count
    guard let first = secret.first, count <= 4_096 else { return .other }
    if count == 36, UUID(uuidString: secret.text) != nil {
      return .digits(Array("00000000-0000-\(Unicode.Scalar(secret[14]))000-8000-000000000000".utf8))
    }
    let isToken = secret.has("eyJ", at: 0) && SecretLook.isBeginning(of: secret)
    if isToken || secret.has("e30.e30.", at: 0) {
      return .text(before: "e30.e30.\(Redaction.mark)-", after: "")
    }
    if count >= 16, secret.end(of: SecretLook.hexDigit) == count, secret.place(of: .letter) < count
    {
      return .digits([UInt8](repeating: 0x30, count: count))
    }
    if isDate(secret) { return .date(Array(secret)) }
    if secret.place(of: .digit) < count, secret.end(of: inNumber) == count,
      first.isDigit || "+-".utf8.contains(first)
    {
      return SecretShape(like: Array(secret))
    }
    // An IBAN, for one, may be written in groups.
    if count <= 64, secret.contains(.space), secret.end(of: .alphanumeric + " ") == count,
      secret.count(where: \.isDigit) >= 12
    {
      return .digits(secret.map { $0 == .space ? $0 : 0x30 })
    }
    // The first part is an id, which an app may cut out and use: `pi_3Mtw_secret_YrKJ`.
    if let end = secret.first("_secret_"), end > 0, secret.end(of: .inWord) == count {
      return .text(before: secret.slice(0..<end + 8).text + "\(Redaction.mark)-", after: "")
    }
    if isMail(secret) { return .text(before: "redacted-", after: "@redacted.example") }
    let end = secret.end(of: Base64.letters)
    if count >= 16, count - end < 3, secret.end(of: "=", from: end) == count,
      SecretLook.isRandom(secret) || secret.has("REDACTED", at: 0)
    {
      return .base64(count: end, padding: count - end)
    }
    return .other
  }

  static func isDate(_ text: Bytes) -> Bool {
    10...40 ~= text.count && text.end(of: .digit) == 4 && text.has("-", at: 4)
      && text.end(of: .digit, from: 5) == 7 && text.has("-", at: 7)
      && text.end(of: .digit, from: 8) >= 10 && text.end(of: inTime) == text.count
  }

  private static func isMail(_ text: Bytes) -> Bool {
    let at = text.end(of: inUser)
    return at > 0 && text.count < 255 && text.has("@", at: at)
      && text.place(of: .dot, from: at) < text.count
      && text.end(of: inHost, from: at + 1) == text.count
  }

  func name(_ number: Int) -> [UInt8] {
    switch self {
    case .digits(let zeros), .number(let zeros):
      var (name, rest, place) = (zeros, number, zeros.count - 1)
      // The first digit stays: a number begins with a one.
      let first = zeros.firstIndex(where: \.isDigit) ?? zeros.count
      while rest > 0, place > first {
        if zeros[place].isDigit {
          name[place] = UInt8(0x30 + rest % 10)
          rest /= 10
        }
        place -= 1
      }
      return rest == 0 ? name : Array("1\(number)".utf8)
    case .date(let date):
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let day = "\(2000 + number / 336)-\(two(number / 28 % 12 + 1))-\(two(number % 28 + 1))"
      return Array(day.utf8) + date.dropFirst(10).map { $0.isDigit ? 0x30 : $0 }
    case .base64(let count, let padding):
      let text = Redactor.mark + Array("\(number)".utf8)
      return text + [UInt8](repeating: UInt8(ascii: "A"), count: max(0, count - text.count))
        + [UInt8](repeating: .equals, count: padding)
    case .text(let before, let after): return Array("\(before)\(number)\(after)".utf8)
    }
  }
}
