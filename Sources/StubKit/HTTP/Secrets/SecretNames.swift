import Foundation

/// The names that replace a document's secrets: each secret has one name, wherever it occurs.
///
/// A name has the shape of its secret, so that an app can still decode it.
package final class SecretNames {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  package private(set) var given: [[UInt8]] = []
  private var next = 1
  /// The name of each secret, by its value without escapes.
  package private(set) var names: [[UInt8]: [UInt8]]
  /// The texts that no new name may have, and whether each has been given as a name.
  private var taken: [[UInt8]: Bool]
  private let former: Set<[UInt8]>
  private let known: [[UInt8]: [UInt8]]
  /// What a client has put together, such as `key=<token>`, with the secrets in it.
  private var composed: [[UInt8]: [SecretFinder.Match]] = [:]
  /// The secrets of the document: none of them stays as a label in a composed name.
  private var secrets: Set<[UInt8]> = []

  package var texts: [String] { given.map { String(decoding: $0, as: UTF8.self) } }

  /// Whether all secrets have one name: the mark, as in a report.
  let isMark: Bool

  package init(
    after former: [[UInt8]] = [], knowing names: [[UInt8]: [UInt8]] = [:], isMark: Bool = false
  ) {
    (self.former, known, self.names, taken, self.isMark) = (Set(former), names, names, [:], isMark)
    begin()
  }

  private func begin() {
    (given, next, names) = ([], 1, known.filter { composed[$0.key] == nil })
    taken = taken.filter { !$0.value }
    for name in former.union(known.values) { taken[name] = false }
  }

  /// Notes which secrets are composed of others: such a secret is named by the names of its parts,
  /// put together as the client did it.
  ///
  /// Returns whether there are such secrets; then all names are to be given anew.
  func compose(_ secrets: [[UInt8]], by finder: SecretFinder) -> Bool {
    self.secrets = Set(secrets)
    for secret in self.secrets.union(names.keys) {
      let parts = finder.parts(of: secret)
      if !parts.isEmpty, SecretShape(of: secret).isFree { composed[secret] = parts }
    }
    if !composed.isEmpty { begin() }
    return !composed.isEmpty
  }

  private static let escapes: ByteSet = "%\\&"

  func name(of secret: some Collection<UInt8>, isNumber: Bool = false) -> [UInt8] {
    if isMark { return Redactor.mark }
    let written = Array(secret)
    // A secret has one name, however it is escaped.
    var (plain, isEscaped) = written.withUnsafeBufferPointer { text in
      UndoneText.hasEscapes(text)
        ? (UndoneText(text).bytes, text.place(of: Self.escapes) < text.count) : (written, false)
    }
    if contains(plain) { return give(plain) }
    if let parts = composed[plain] { return name(of: plain, composedOf: parts) }
    var shape = SecretShape(of: isEscaped ? plain : written)
    if shape.ignoresCase { plain = plain.withUnsafeBufferPointer(\.lowercased) }
    // A number of under four digits could be any number: a name only where a number is required.
    if isNumber, !shape.isNumber {
      shape = SecretShape(like: plain.filter(\.isDigit))
    } else if !isNumber, shape.isNumber, plain.count < 4 {
      shape = .other
    }
    if let name = names[plain], !isNumber || SecretShape(of: name).isNumber { return give(name) }
    return give(shape, to: plain)
  }

  private func name(of secret: [UInt8], composedOf parts: [SecretFinder.Match]) -> [UInt8] {
    var (text, place) = ([UInt8](), 0)
    for part in parts {
      text += rest(secret[place..<part.range.lowerBound], isFirst: place == 0)
      text += name(of: part, written: secret[part.range])
      place = part.range.upperBound
    }
    text += rest(secret[place...], isFirst: false)
    taken[text] = true
    return text
  }

  /// Names what a secret has beside its parts, except for a scheme, a version or a user before them.
  private func rest(_ text: ArraySlice<UInt8>, isFirst: Bool) -> [UInt8] {
    func isText(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || byte >= 0x80 }
    guard let start = text.firstIndex(where: isText), let end = text.lastIndex(where: isText)
    else { return Array(text) }
    let own = text[start...end]
    let isLabel =
      isFirst && own.count <= (own.contains(where: \.isDigit) ? 3 : 24)
      && !secrets.contains(Array(own))
    return isLabel ? Array(text) : text[..<start] + name(of: own) + text[(end + 1)...]
  }

  /// The name of a secret that was found, encoded as the secret was written there.
  func name(of match: SecretFinder.Match, written: some Collection<UInt8>) -> [UInt8] {
    let name = name(of: match.secret)
    if case .base64(let isURL, let isPadded) = match.coding {
      return Base64.encode(name, isURL: isURL, isPadded: isPadded)
    }
    // There the number or UUID is written without what groups it, and so is its name.
    if written.count < match.secret.count, written.count == SecretShape.bare(match.secret)?.count {
      return name.filter(\.isASCIIAlphanumeric)
    }
    let coding = Self.codings.first { written.contains($0.0) && !match.secret.contains($0.0) }?.1
    return coding?.written(name) ?? name
  }

  private static let codings: [(UInt8, TextCoding)] = [
    (.plus, .form), (.percent, .percent), (0x5C, .json),
  ]

  /// Returns the replacement for a part of an encoded text that reveals a secret.
  func name(ofEncoded text: some Collection<UInt8>) -> [UInt8] {
    let text = Array(text)
    return names[text].map(give) ?? give(.base64(count: text.count, padding: 0), to: text)
  }

  /// Whether a text is a name already; if so, it counts as given.
  func reuse(_ text: [UInt8]) -> Bool {
    guard contains(text) else { return false }
    _ = give(text)
    return true
  }

  package func contains(_ name: [UInt8]) -> Bool {
    isMark ? name == Redactor.mark : taken[name] == true || former.contains(name)
  }

  private func give(_ shape: SecretShape, to secret: [UInt8]) -> [UInt8] {
    var name = shape.name(next)
    while taken[name] != nil {
      next += 1
      name = shape.name(next)
    }
    next += 1
    names[secret] = name
    return give(name)
  }

  private func give(_ name: [UInt8]) -> [UInt8] {
    if taken.updateValue(true, forKey: name) != true { given.append(name) }
    return name
  }

  private static let beginnings: Beginnings = {
    var beginnings = Beginnings()
    for name in ["REDACTED", "redacted-", "e30.e30.", "0000000"] + (0...9).map({ "20\($0)" }) {
      beginnings.insert(name.utf8)
    }
    return beginnings
  }()
  /// The bytes of names; the second set also has those of times and mail addresses.
  private static let inNames: [ByteSet] = [.alphanumeric + "-.=", .alphanumeric + "-.=:@"]

  func avoid(_ text: Bytes) {
    var place = text.place(of: Self.beginnings, from: 0, isName: true)
    while place < text.count {
      // A number looks like a name if it is a one, then zeros, then at most four digits.
      let isNumber = text[place] == UInt8(ascii: "1")
      var end = isNumber ? text.end(of: .digit, from: place) : place + 1
      if isNumber, text.end(of: "0", from: place + 1) >= end - 4 { note(text[place..<end]) }
      for set in isNumber ? [] : Self.inNames {
        var last = text.end(of: set, from: place)
        // A dot at the end belongs to a sentence.
        while last > place, text[last - 1] == .dot { last -= 1 }
        note(text[place..<last])
        end = max(end, last)
      }
      place = text.place(of: Self.beginnings, from: end, isName: true)
    }
  }

  private func note(_ name: Slice<Bytes>) {
    let name = Array(name)
    if taken[name] == nil { taken[name] = false }
  }
}

enum SecretShape {
  /// A UUID or other hexadecimal digits, with zeros in their places.
  case digits([UInt8])
  /// A one and zeros, perhaps with separators, such as the number of a card or a telephone.
  case number([UInt8])
  /// A day, perhaps with a time.
  case date([UInt8])
  case base64(count: Int, padding: Int)
  /// A web token, a mail address or any other text, with the number of the name amid it.
  case text(before: String, after: String)

  static let other = Self.text(before: "\(Redaction.mark)-", after: "")

  init(of secret: [UInt8]) { self = secret.withUnsafeBufferPointer { Self.shape(of: $0) } }

  /// The shape of a number with digits in these places.
  init(like number: [UInt8]) {
    var zeros = number.map { $0.isDigit ? 0x30 : $0 }
    if let first = zeros.firstIndex(of: 0x30) { zeros[first] = 0x31 }
    self = .number(zeros)
  }

  /// A UUID without its dashes, or a number of 12 digits or more without what groups them.
  static func bare(_ secret: [UInt8]) -> [UInt8]? {
    let bare = secret.filter(\.isASCIIAlphanumeric)
    guard bare.count >= 12, bare.count < secret.count else { return nil }
    return switch SecretShape(of: secret) {
    case .digits, .number: bare
    default: nil
    }
  }

  var isNumber: Bool { if case .number = self { true } else { false } }

  /// Whether its parts may be named one by one: a web token or a mail address would lose its form.
  var isFree: Bool {
    if case .text(let before, _) = self { before == "\(Redaction.mark)-" } else { true }
  }

  var ignoresCase: Bool { if case .digits = self { true } else { false } }

  private static let inBase64: ByteSet = .alphanumeric + "+/-_"
  private static let inNumber: ByteSet = .digit + "+-. ()/"
  private static let inTime: ByteSet = .digit + "-:.TZ+ "
  private static let inHost: ByteSet = .alphanumeric + ".-"
  private static let inUser: ByteSet = .alphanumeric + "._%+-"

  private static func shape(of secret: SecretNames.Bytes) -> SecretShape {
    let count = secret.count
    guard let first = secret.first, count <= 4_096 else { return .other }
    if isUUID(secret) {
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
    if isMail(secret) { return .text(before: "redacted-", after: "@redacted.example") }
    let end = secret.end(of: inBase64)
    if count >= 16, count - end < 3, secret.end(of: "=", from: end) == count,
      SecretLook.isRandom(secret) || secret.has("REDACTED", at: 0)
    {
      return .base64(count: end, padding: count - end)
    }
    return .other
  }

  private static func isUUID(_ text: SecretNames.Bytes) -> Bool {
    text.count == 36 && UUID(uuidString: text.text) != nil
  }

  static func isDate(_ text: SecretNames.Bytes) -> Bool {
    10...40 ~= text.count && text.end(of: .digit) == 4 && text.has("-", at: 4)
      && text.end(of: .digit, from: 5) == 7 && text.has("-", at: 7)
      && text.end(of: .digit, from: 8) >= 10 && text.end(of: inTime) == text.count
  }

  private static func isMail(_ text: SecretNames.Bytes) -> Bool {
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
