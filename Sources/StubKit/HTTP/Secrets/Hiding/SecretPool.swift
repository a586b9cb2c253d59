/// The secret values of a document, to be removed everywhere in it.
struct SecretPool: Sendable {
  /// The values that are worth looking for, in the order of first occurrence.
  private(set) var values: [[UInt8]] = []
  /// All values, short ones and common words included.
  private(set) var found: Set<[UInt8]> = []
  /// The values that stay everywhere, because a user keeps them in one place.
  private(set) var kept: Set<[UInt8]> = []

  /// Shorter values would be found by chance all over a body, and longer ones are no passwords.
  private static let lengths = 6...1 << 16
  /// The largest number of values, of which the last ones count: more would take too long.
  private static let most = 5_000

  /// Words that are in every other body.
  private static let common: Set<[UInt8]> = Set(
    [
      "password", "passwd", "secret", "token", "bearer", "basic", "default", "string", "number",
      "object", "boolean", "undefined", "required", "optional", "invalid", "missing", "expired",
      "hidden", "unknown", "example", "anonymous", "disabled", "enabled", "session", "cookie",
      "authorization", "redacted", "google", "facebook", "github", "twitter", "public", "private",
    ].map { Array($0.utf8) })

  /// Adds a value that its name or its looks showed to be a secret.
  mutating func add(_ value: some Collection<UInt8>) {
    let value = note(value)
    guard let value, value.count >= Self.lengths.lowerBound,
      !value.elementsEqual(Redaction.mark.utf8), !Self.common.contains(value.map(\.asciiLowercased))
    else { return }
    values.append(value)
    // The value in a form or an object may have a scheme, as in a header.
    if let space = value.firstIndex(of: .space), space <= 6 { add(value[(space + 1)...]) }
  }

  /// Notes a value that is hidden at its own place, and need not be hidden elsewhere.
  ///
  /// - Returns: The trimmed value; nil if it is known or empty.
  @discardableResult
  mutating func note(_ value: some Collection<UInt8>) -> [UInt8]? {
    let value = Self.trimmed(value)
    guard 1...Self.lengths.upperBound ~= value.count, found.insert(value).inserted else {
      return nil
    }
    return value
  }

  mutating func formUnion(_ other: SecretPool) {
    let known = Set(values)
    values += other.values.filter { !known.contains($0) }
    found.formUnion(other.found)
    kept.formUnion(other.kept)
  }

  mutating func keep(_ value: some Collection<UInt8>) {
    kept.insert(Self.trimmed(value))
  }

  /// Adds a user and a password that are written as one text; the user is no secret.
  mutating func add(userAndPassword pair: [UInt8]) {
    add(pair)
    guard let colon = pair.firstIndex(of: .colon) else { return }
    // A service that needs only a key takes it as the user.
    add(colon + 1 == pair.count ? pair[..<colon] : pair[(colon + 1)...])
  }

  /// Adds a cookie's value, unless it looks like a word: `theme=default` must not change every "default".
  mutating func add(cookie value: some Collection<UInt8>) {
    let value = value.filter { $0 != UInt8(ascii: "\"") }
    if value.count >= 16 || value.count >= 8 && value.contains(where: { $0 &- 0x30 < 10 }) {
      add(value)
      add(value.withUnsafeBufferPointer { TextCoding.withoutPercent($0) })
    } else {
      note(value)
    }
  }

  /// Returns a finder of the values; nil if there are none.
  func finder(sparing spared: Set<[UInt8]> = []) -> SecretFinder? {
    let secrets = values.suffix(Self.most).filter { !kept.contains($0) && !spared.contains($0) }
    return secrets.isEmpty ? nil : SecretFinder(secrets)
  }

  private static func trimmed(_ value: some Collection<UInt8>) -> [UInt8] {
    var slice = Array(value)[...]
    while let first = slice.first, first <= .space { slice.removeFirst() }
    while let last = slice.last, last <= .space { slice.removeLast() }
    return Array(slice)
  }
}
