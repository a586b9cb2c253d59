/// The secret values of a document, which are removed everywhere in it.
package struct SecretPool: Sendable {
  private enum Use {
    /// Found, but not looked for: a short value or a common word; or, as `code`, a request's short
    /// code, whose characters may mean anything elsewhere.
    case noted, code
    case secret
  }

  package private(set) var values: [[UInt8]] = []
  private var uses: [[UInt8]: Use] = [:]

  /// Shorter values would be found by chance all over a body, and longer ones are no passwords.
  private static let lengths = 4...1 << 16
  /// Shorter values with a digit, such as a PIN, are looked for only as whole values.
  private static let least = 6

  private static let common = Set(
    """
    password passwd secret token bearer basic default string number object boolean undefined required \
    optional invalid missing expired hidden unknown example anonymous disabled enabled session cookie \
    authorization redacted google facebook github twitter public private
    """.split(separator: " ").map { Array($0.utf8) })

  mutating func add(_ value: some Collection<UInt8>) {
    var value = Self.trimmed(value)
    while value.count <= Self.lengths.upperBound,
      let start = value.withUnsafeBufferPointer(Redactor.credential)
    {
      if let pair = Redactor.pair(in: value) { add(userAndPassword: pair) }
      value = Self.trimmed(value[start...])
    }
    // No common word is longer than "authorization", and looking one up takes long.
    guard Self.lengths ~= value.count,
      value.count >= Self.least || value.contains(where: \.isDigit) && uses[value] != .code,
      value != Redactor.mark,
      value.count > 13 || !Self.common.contains(value.withUnsafeBufferPointer(\.lowercased))
    else { return note(value) }
    guard uses.updateValue(.secret, forKey: value) != .secret else { return }
    values.append(value)
    if value.first == 0x22, value.last == 0x22 {
      add(value.drop { $0 == 0x22 }.reversed().drop { $0 == 0x22 }.reversed())
    }
  }

  /// Adds a value up to punctuation that may not belong to it.
  mutating func add(unquoted value: Bytes) {
    var end = value.place(of: ",;)]}")
    while end > 0, ".!?:".utf8.contains(value[end - 1]) { end -= 1 }
    if end > 0, end < value.count { add(value.prefix(end)) }
  }

  mutating func note(code: Bytes) { if code.count < Self.least { uses[Array(code)] = .code } }

  /// Notes a value that is not looked for elsewhere.
  mutating func note(_ value: some Collection<UInt8>) {
    let value = Self.trimmed(value)
    if 1...Self.lengths.upperBound ~= value.count, uses[value] == nil { uses[value] = .noted }
  }

  /// All values, short ones and common words included.
  package var found: Set<[UInt8]> { Set(uses.keys) }

  func has(_ value: [UInt8]) -> Bool { uses[value] != nil }

  /// Adds a user and a password that are written as one text; the user is no secret.
  mutating func add(userAndPassword pair: [UInt8]) {
    add(pair)
    guard let colon = pair.firstIndex(of: .colon) else { return }
    // A service that needs only a key takes it as the user.
    add(colon + 1 == pair.count ? pair[..<colon] : pair[(colon + 1)...])
  }

  /// Adds a cookie's value if it looks made up: `theme=default` must not change every "default".
  mutating func add(cookie value: [UInt8]) {
    let isMadeUp = value.withUnsafeBufferPointer { bytes in
      let hasLetter = bytes.place(of: .letter) < bytes.count
      return SecretLook.isRandom(bytes)
        || bytes.count >= (hasLetter ? 8 : 16) && bytes.place(of: .digit) < bytes.count
          && bytes[0] != .slash && !SecretShape.isDate(bytes)
    }
    guard isMadeUp else { return note(value) }
    add(value)
    if let undone = value.withUnsafeBufferPointer(TextCoding.percent.undone) { add(undone) }
  }

  func finder(sparing spared: Set<[UInt8]> = []) -> SecretFinder? {
    let secrets = values.suffix(SecretFinder.most).filter { !spared.contains($0) }
    return secrets.isEmpty ? nil : SecretFinder(secrets, partsFrom: Self.least)
  }

  /// Drops blanks around a value, and backslashes at its end, which may escape the next byte.
  static func trimmed(_ value: some Collection<UInt8>) -> [UInt8] {
    guard let start = value.firstIndex(where: { $0 > .space }) else { return [] }
    var trimmed = Array(value[start...])
    while let last = trimmed.last, last <= .space || last == 0x5C { trimmed.removeLast() }
    return trimmed
  }
}
