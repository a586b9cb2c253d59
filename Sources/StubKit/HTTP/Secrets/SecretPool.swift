/// The values that were found somewhere, to be taken out of every other place.
struct SecretPool: Sendable {
  private(set) var values: Set<[UInt8]> = []
  /// All that was found, short values and common words as well.
  private(set) var found: Set<[UInt8]> = []
  /// What stays wherever it stands, because a user keeps it in one place.
  private(set) var kept: Set<[UInt8]> = []

  /// Shorter values would be found by chance all over a body.
  private static let shortest = 6
  /// Longer ones are nobody's password.
  private static let longest = 1 << 16

  /// Words that are in every other body.
  private static let common: Set<[UInt8]> = Set(
    [
      "password", "passwd", "secret", "token", "bearer", "basic", "default", "string", "number",
      "object", "boolean", "undefined", "required", "optional", "invalid", "missing", "expired",
      "hidden", "unknown", "example", "anonymous", "disabled", "enabled", "session", "cookie",
      "authorization", "redacted", "google", "facebook", "github", "twitter", "public", "private",
    ].map { Array($0.utf8) })

  /// Adds a value that a name or its looks gave away.
  mutating func add(_ value: some Collection<UInt8>) {
    let value = Self.trimmed(value)
    if !value.isEmpty, value.count <= Self.longest { found.insert(value) }
    guard Self.shortest...Self.longest ~= value.count, !value.elementsEqual(Redaction.mark.utf8),
      !Self.common.contains(value.map(\.asciiLowercased))
    else { return }
    values.insert(value)
  }

  /// Notes a value that is hidden where it stands, and need not be hidden elsewhere.
  mutating func note(_ value: some Collection<UInt8>) {
    let value = Self.trimmed(value)
    if !value.isEmpty, value.count <= Self.longest { found.insert(value) }
  }

  /// Adds what another one has.
  mutating func formUnion(_ other: SecretPool) {
    values.formUnion(other.values)
    found.formUnion(other.found)
    kept.formUnion(other.kept)
  }

  /// Notes a value that stays.
  mutating func keep(_ value: some Collection<UInt8>) {
    kept.insert(Self.trimmed(value))
  }

  /// Adds a user and a password that are written as one text, of which the user is no secret.
  mutating func add(userAndPassword pair: [UInt8]) {
    guard let colon = pair.firstIndex(of: .colon) else { return add(pair) }
    add(pair)
    let password = pair[(colon + 1)...]
    // A service that wants nothing but a key takes it for the user.
    if password.isEmpty { add(pair[..<colon]) } else { add(password) }
  }

  /// Adds a cookie's value, unless it looks like a word: `theme=default` must cost no body its
  /// defaults.
  mutating func add(cookie value: some Collection<UInt8>) {
    let value = value.filter { $0 != UInt8(ascii: "\"") }
    note(value)
    if value.count >= 16 || value.count >= 8 && value.contains(where: { $0 &- 0x30 < 10 }) {
      add(value)
    }
  }

  /// What takes the values out; nil if there are none.
  func finder(sparing spared: Set<[UInt8]> = []) -> SecretFinder? {
    let secrets = values.subtracting(kept).subtracting(spared)
    return secrets.isEmpty ? nil : SecretFinder(secrets)
  }

  private static func trimmed(_ value: some Collection<UInt8>) -> [UInt8] {
    var slice = Array(value)[...]
    while let first = slice.first, first == .space || first == 9 { slice.removeFirst() }
    while let last = slice.last, last == .space || last == 9 { slice.removeLast() }
    return Array(slice)
  }
}
