import CStubKit

extension SecretLook {
  package static func isRandom(_ value: Bytes) -> Bool {
    guard value.count >= 16 else { return false }
    if value.end(of: inCardNumber) == value.count {
      return stubkit_is_card_number(value.baseAddress, value.count)
    }
    // The beginning of a long value is enough.
    let value = Bytes(rebasing: value.prefix(512))
    let kinds = stubkit_count_kinds(value.baseAddress, value.count)
    // Not random: a text with signs that no token has, such as a sentence; a path; a public value.
    if !kinds.is_word || kinds.slashes > 1 && kinds.dots > 0 || isPublic(value) { return false }
    guard kinds.letters > 0, kinds.digits > 0 || value.count >= 32 else { return false }
    return kinds.changes * 5 >= value.count
  }

  /// Whether the value looks random, or is a number, or a word of letters and digits.
  static func isMadeUp(_ value: Bytes) -> Bool {
    isRandom(value) || value.count >= 6 && value.end(of: .digit) == value.count
      || value.count >= 8 && value.end(of: .alphanumeric) == value.count
        && value.place(of: .digit) < value.count
  }

  static let hexDigit: ByteSet = .digit + "abcdefABCDEF"

  /// Whether the value is a fingerprint, a MAC or blockchain address, or a checksum.
  private static func isPublic(_ value: Bytes) -> Bool {
    if value.contains(.colon), value.end(of: hexDigit + ":") == value.count {
      return value.pieces(at: .colon).allSatisfy { $0.count < 5 }
    }
    if value.count == 42, value.has("0x", at: 0) { return value.end(of: hexDigit, from: 2) == 42 }
    let end = value.end(of: .digit, from: 3)
    return value.hasIgnoringCase("sha", at: 0) && 4...6 ~= end && end < value.count
      && "-:".utf8.contains(value[end])
  }

  private static let inCardNumber: ByteSet = .digit + " -"
  private static let inTitle = ByteSet(0x80...0xFF) + .lower
  private static let inDecimal: ByteSet = .digit + "., -"

  /// Whether a response's value is no secret: a sentence, a label (`Passwort`) or coordinates.
  ///
  /// A token is a made-up text, so a short value in its place is not a token.
  static func isSaid(_ value: Bytes, of kind: SecretName.Kind) -> Bool {
    let isToken = kind == .secret
    if value.count < (isToken ? 4 : 3) { return true }
    // A language model streams "tokens" that are short words, or numbers after a space.
    let sign = value.place(of: value[0] <= .space ? .letter : .digit)
    if isToken, value.count < 12, sign == value.count { return true }
    let isColor = value.has("#", at: 0) && value.end(of: hexDigit, from: 1) == value.count
    // The last condition is for the name of a design token, such as `color.background`.
    if isToken,
      isColor && value.count < 10 || isPublic(value) || value.end(of: .lower + ".") == value.count
    {
      return true
    }
    if value.end(of: inDecimal) == value.count, value.contains(.dot) {
      return isToken || value.contains(UInt8(ascii: ","))
    }
    guard let count = countOfWords(in: value) else { return false }
    let beginsUpper = value[0] &- 0x41 < 26
    // A phrase that is not a sentence may be a password.
    let isSentence = beginsUpper || value.place(of: ",.;:!?'()") < value.count || count > 4
    let first = value.slice(0..<value.place(of: .space))
    if count > 1 { return isSentence || isToken && count > 3 || predicates.contains(first.text) }
    let isTitle = beginsUpper && value.end(of: inTitle, from: 1) == value.count
    return isTitle || isToken && value.count < 16
  }

  /// Whether the value is words with letters beyond ASCII, which no key has: `API-Schlüssel`.
  static func isForeign(_ value: Bytes) -> Bool {
    value.contains { $0 >= 0x80 } && countOfWords(in: value) != nil
  }

  /// How many words a text has, without short numbers; nil if it has none, or anything else.
  static func countOfWords(in text: Bytes) -> Int? {
    let count = text.count > 1 << 12 ? 0 : stubkit_count_words(text.baseAddress, text.count)
    return count > 0 ? count : nil
  }

  private static let endsAddress: ByteSet = .white + "\"<>"

  private static let inPath = ByteSet.lower + .digit + "/_-.{}:"

  /// Whether the value is an address or, if `orPath`, a path: only parts of these may be secret.
  static func isAddress(_ value: Bytes, orPath: Bool) -> Bool {
    let scheme = value.end(of: .alphanumeric)
    if scheme > 0, value.has("://", at: scheme) {
      return value.place(of: endsAddress) == value.count
    }
    return orPath && value.has("/", at: 0) && value.end(of: inPath) == value.count
      && !isRandom(value)
  }

  static func isTrivial(_ value: Bytes) -> Bool {
    var value = value
    while !value.isEmpty, !isPlaceholder(value) {
      if value.has("-----BEGIN ", at: 0), endOfPEM(value, from: 0) == nil { return true }
      guard let start = Redactor.credential(in: value) else {
        return value.count <= 11 && trivial.contains(value.text.asciiLowercased)
      }
      value = value.slice(start..<value.count)
    }
    return true
  }

  private static let inPlaceholder: ByteSet = .letter + "_-/|. "

  /// Whether the value is like `****`, `[FILTERED]`, `{{token}}` or `<s>`.
  static func isPlaceholder(_ value: Bytes) -> Bool {
    guard value.count <= 40 else { return false }
    if value.count > 2, value.end(of: "*#.-_ ") == value.count { return true }
    // The last digits of a card may be shown: `**** 4242`.
    let isMasked = value.first("***") != nil || value.first("XXXX") != nil
    if isMasked, value.count(where: { $0.isASCIIAlphanumeric && $0 != 0x58 }) < 7 { return true }
    if value.hasIgnoringCase("your", at: 0), value.end(of: inPlaceholder) == value.count,
      value.end(of: .letter) == 4
    {
      return true
    }
    return edges.contains { opening, closing in
      let end = value.count - closing.utf8CodeUnitCount
      return value.has(opening, at: 0) && value.has(closing, at: end)
        && value.end(of: inPlaceholder, from: opening.utf8CodeUnitCount) == end
    }
  }

  private static let edges: [(StaticString, StaticString)] = [
    ("<", ">"), ("[", "]"), ("{{", "}}"), ("${", "}"),
  ]

  /// Words that begin a statement of what is wrong with a value: `is invalid`, `too short`.
  private static let predicates: Set = [
    "is", "are", "was", "has", "must", "may", "should", "cannot", "does", "can", "not", "too",
    "needs", "contains", "wrong", "invalid", "missing", "already", "no",
  ]
  private static let trivial: Set = [
    "true", "false", "null", "none", "yes", "no", "on", "off", "undefined", "nil",
    "session", "required", "optional", "oauth", "oauth2", "basic", "bearer", "auto", "always",
    "never", "read", "write", "enabled", "disabled", "valid", "invalid", "expired", "missing",
    "pending", "active", "include", "omit", "same-origin", "default", "public", "private",
    "anonymous",
  ]
}
