extension Redactor {
  mutating func replacement(of value: Bytes) -> [UInt8]? {
    if reusesName(value) { return Array(value) }
    if spares(value) { return nil }
    pool.add(value)
    return name(of: value)
  }

  /// Notes what follows an authorization's unknown scheme; other values are secret only as a whole.
  mutating func noteCredential(_ value: Bytes, under name: Bytes?) {
    guard let name, name.hasIgnoringCase("authorization", at: name.count - 13) else { return }
    let words = value.split(separator: .space, maxSplits: 2)
    if words.count == 2, words[1].contains(where: \.isDigit) { pool.add(words[1]) }
  }

  mutating func replacement(ofNumber value: Bytes) -> [UInt8]? {
    if spares(value) { return nil }
    pool.add(value)
    // A name of up to three digits could be a real number; the mark in a request matches any value.
    return names.isMark || isRequest && value.count < 4
      ? Self.mark(ofNumberIn: isRequest) : names.name(of: value, isNumber: true)
  }

  /// Whether the value, perhaps after a scheme, is a name: the text may have been redacted before.
  func reusesName(_ value: Bytes) -> Bool { Self.parts(of: value).contains(where: names.reuse) }

  func name(of value: some Collection<UInt8>) -> [UInt8] {
    let value = Array(value)
    guard let start = value.withUnsafeBufferPointer(Self.credential) else {
      return names.name(of: value)
    }
    return value[..<start]
      + (Self.pair(in: value).map(name(ofBasic:)) ?? names.name(of: value[start...]))
  }

  func spares(_ value: Bytes) -> Bool {
    !spared.isEmpty && !spared.isDisjoint(with: Self.parts(of: value))
  }

  /// Lets a value stay, wherever it stands.
  mutating func keep(_ value: some Collection<UInt8>) { spared.insert(SecretPool.trimmed(value)) }

  /// The value, what follows its scheme, and for `Basic` the decoded pair and its password.
  static func parts(of bytes: Bytes) -> [[UInt8]] {
    let value = Array(bytes)
    guard let start = credential(in: bytes) else { return [value] }
    let pair = pair(in: value).map { [$0, Array($0.drop { $0 != .colon }.dropFirst())] }
    return [value, Array(value[start...])] + (pair ?? [])
  }

  /// The user and the password of a `Basic` credential, joined by a colon.
  static func pair(in value: [UInt8]) -> [UInt8]? {
    guard value.starts(with: "basic ".utf8, by: { $0 | 0x20 == $1 }),
      let pair = Base64.decode(value[6...]), pair.contains(.colon)
    else { return nil }
    return pair
  }

  /// Where a credential begins after a scheme such as `Bearer`; nil if there is no scheme.
  static func credential(in value: Bytes) -> Int? {
    let space = value.slice(0..<min(value.count, 20)).place(of: .space)
    guard space < min(value.count, 20),
      schemes.contains(value.slice(0..<space).text.asciiLowercased)
    else { return nil }
    return space + 1
  }

  static let schemes: Set<String> = [
    "bearer", "basic", "digest", "token", "apikey", "api-key", "negotiate", "ntlm", "hawk", "dpop",
    "oauth", "hoba", "mutual", "aws4-hmac-sha256", "scram-sha-256", "key", "jwt", "gnap", "vapid",
  ]
}
