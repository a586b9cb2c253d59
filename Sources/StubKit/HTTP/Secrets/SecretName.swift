/// Judges the value under a name.
///
/// A name is read as words, however they are joined: `new_password`, `X-Api-Key`, `clientSecret` and
/// `user[password]` all end in the word that counts.
struct SecretName {
  typealias Bytes = UnsafeBufferPointer<UInt8>
  typealias Meaning = SecretVocabulary.Meaning

  /// How much of the value under a name is secret.
  enum Kind: Int, Comparable {
    /// Nothing, whatever it looks like: the user keeps it.
    case kept
    /// Nothing, as far as the name tells.
    case plain
    /// A value that looks random.
    case hinted
    /// A text, except for a state such as `required`; in an object, values that look random.
    case secret
    /// Any text, and numbers and objects if the name says so; in other objects values that look random.
    case whole
    /// All of it, at any depth: the user has named it.
    case named

    static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  private(set) var kind = Kind.plain
  /// What else the words of the name say of the value.
  private(set) var meanings: Set<Meaning> = []

  init(of name: Bytes, under parent: Bytes? = nil) {
    let text = name.count > 20 ? "" : name.text
    add([.naming, .value, .bare], of: text.asciiLowercased)
    add([.ofPublicKey], of: text)
    let own = Self.words(of: name, last: 120)
    guard let first = own.first, let last = own.last else { return }
    for word in [first, last] { add([.circumstance], of: word) }
    add([.public], of: own.suffix(2).joined())
    if 5...20 ~= name.count { add([.about, .schema], of: last) }
    judge(own, behind: parent.map { Self.words(of: $0, last: 60) } ?? [])
  }

  func has(_ meaning: Meaning) -> Bool { meanings.contains(meaning) }

  /// Returns the name with another kind, whatever its words say.
  func judged(_ kind: Kind) -> SecretName {
    var name = self
    name.kind = kind
    name.meanings.subtract([.scalar, .container, .counter, .key, .code, .state])
    return name
  }

  /// Whether a number with this many digits, written after a colon, is no secret under this name.
  ///
  /// Without quotes, numbers and texts look alike; only a short run of digits is certainly a number.
  func isNoNumber(of digits: Int) -> Bool {
    kind != .named && (has(.counter) || !has(.scalar) && digits <= 6)
  }

  private mutating func add(_ wanted: Set<Meaning>, of text: String) {
    let known = SecretVocabulary.meanings(of: text)
    if !known.isEmpty { meanings.formUnion(known.intersection(wanted)) }
  }

  private mutating func judge(_ own: [String], behind outer: [String]) {
    var own = own
    let whole = Self.kind(of: own, behind: outer)
    // `password_confirmation` is a password, too.
    while own.count > 1, SecretVocabulary.meanings(of: own[own.count - 1]).contains(.decoration) {
      own.removeLast()
    }
    let known = max(whole, Self.kind(of: own, behind: outer))
    // Many objects have an `id`, and few of these are secret.
    kind = own == ["id"] ? min(known, .hinted) : known
    let endings = Self.endings(of: outer + own)
    if kind == .whole { for ending in endings { add([.scalar, .container], of: ending.text) } }
    add([.counter], of: own[0])
    if own[own.count - 1].hasSuffix("tokens") { meanings.insert(.counter) }
    if own.count == 1 { add([.code, .state], of: own[0]) }
    let lastTwo = (outer + own).suffix(2).joined()
    if own.last == "key", !SecretVocabulary.meanings(of: lastTwo).contains(.harmless) {
      meanings.insert(.key)
    }
  }

  private static func kind(of own: [String], behind outer: [String]) -> Kind {
    var kind = Kind.plain
    for ending in endings(of: outer + own) {
      kind = max(kind, SecretVocabulary.kind(of: ending.text))
      if ending.count > 1, kind < .secret,
        SecretVocabulary.meanings(of: ending.text).contains(.harmless)
      {
        return .plain
      }
    }
    if kind >= .secret { return kind }
    let last = own[own.count - 1]
    let singular = last.last == "s" ? String(last.dropLast()) : last
    if SecretVocabulary.endings.contains(where: { last.hasSuffix($0) || singular.hasSuffix($0) }) {
      return .whole
    }
    let isHint = kind == .plain && own.contains { SecretVocabulary.kind(of: $0) > .plain }
    return isHint ? .hinted : kind
  }

  /// The last one to four words, joined; a plural is followed by its singular.
  private static func endings(of words: [String]) -> [(text: String, count: Int)] {
    (1...4).filter { $0 <= words.count }.flatMap { count in
      let text = words.suffix(count).joined()
      let isPlural = text.utf8.last == UInt8(ascii: "s") && text.utf8.count > 3
      return [(text, count)] + (isPlural ? [(String(text.dropLast()), count)] : [])
    }
  }

  /// The words of a name, in lower case, without separators and numbers.
  private static func words(of name: Bytes, last count: Int) -> [String] {
    let name = name.slice(max(0, name.count - count)..<name.count)
    var words: [[UInt8]] = []
    var isInWord = false
    for place in 0..<name.count {
      let byte = name[place]
      let isUpper = byte &- 0x41 < 26
      guard isUpper || byte &- 0x61 < 26 || byte >= 0x80 else {
        isInWord = false
        continue
      }
      if isUpper, isInWord {
        // `clientSecret`, and `APIKey`, where the last capital begins a word.
        let isAfterLower = name[place - 1] &- 0x41 >= 26
        let isBeforeLower = place + 1 < name.count && name[place + 1] &- 0x61 < 26
        let isPlural =
          isBeforeLower && place + 2 == name.count && name[place + 1] == UInt8(ascii: "s")
        if isAfterLower || isBeforeLower && !isPlural { isInWord = false }
      }
      if !isInWord { words.append([]) }
      isInWord = true
      words[words.count - 1].append(byte.asciiLowercased)
    }
    return words.map { String(decoding: $0, as: UTF8.self) }
  }
}
