/// Judges the value under a name.
///
/// A name is read as words, however they are joined: `new_password`, `X-Api-Key`, `clientSecret` and
/// `user[password]` all end in the word that counts.
struct SecretName {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// How much of the value under a name is secret.
  enum Kind: Int, Comparable {
    /// Nothing, whatever it looks like: a user has said so.
    case kept
    /// Nothing, as far as the name tells.
    case plain
    /// A value that looks random.
    case hinted
    /// A text, except for a state; in an object, values that look random.
    case secret
    /// Any text, and numbers and objects if the name says so; in other objects values that look random.
    case whole
    /// All of it, at any depth: a user has said so.
    case named

    static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  let kind: Kind
  /// Whether a number under the name is a count, as in `max_tokens`.
  var isCount = false
  /// Whether it is the code of a running login, if other names say so.
  var isCode = false
  /// Whether it is the state of a login, which is sent with the code.
  var isState = false
  /// Whether it is called a key, which many things are.
  var isKey = false
  /// Whether a number under the name is secret, such as a PIN; one under `token` is not.
  var hidesNumbers = false
  /// Whether an object under the name is secret as a whole; one under `session` has names of its own.
  var hidesObjects = false

  init(_ kind: Kind) {
    self.kind = kind
  }

  /// Whether a number with so many digits after a colon is not the name's value.
  ///
  /// Where numbers and texts look alike, only a short number is certain to be one.
  func isNoNumber(of digits: Int) -> Bool {
    kind != .named && (isCount || !hidesNumbers && digits <= 6)
  }

  /// Reads a name in UTF-8, and that of the surrounding value.
  init(of name: Bytes, under parent: Bytes? = nil) {
    var words = Words()
    if let parent { words.read(Bytes(rebasing: parent.suffix(60))) }
    words.readOwn(Bytes(rebasing: name.suffix(120)))
    guard words.ownCount > 0 else {
      kind = .plain
      return
    }
    let vocabulary = SecretVocabulary.shared
    let whole = Self.kind(of: words, by: vocabulary)
    // `password_confirmation` is a password, too.
    while words.ownCount > 1, vocabulary.decorations.contains(words.hash(ofLast: 1)) {
      words.removeLast()
    }
    let known = max(whole, Self.kind(of: words, by: vocabulary))
    // Every object has an identity.
    let isIdentity = words.isAlone && words.hash(ofLast: 1) == vocabulary.id
    kind = isIdentity ? min(known, .hinted) : known
    hidesNumbers = kind == .whole && words.end(in: vocabulary.scalars)
    hidesObjects = kind == .whole && words.end(in: vocabulary.containers)
    if words.endsInPlural || vocabulary.counters.contains(words.hashOfFirst) { isCount = true }
    isKey =
      words.hash(ofLast: 1) == vocabulary.key
      && !(words.count > 1 && vocabulary.harmless.contains(words.hash(ofLast: 2)))
    isCode = words.isAlone && words.hash(ofLast: 1) == vocabulary.code
    isState = words.isAlone && words.hash(ofLast: 1) == vocabulary.state
  }

  private static func kind(of words: Words, by vocabulary: SecretVocabulary) -> Kind {
    var kind = Kind.plain
    for count in 1...4 where count <= words.count {
      for hash in [words.hash(ofLast: count), words.singularHash(ofLast: count)].compactMap(\.self)
      {
        if let known = vocabulary.kinds[hash] { kind = max(kind, known) }
        if count > 1, kind < .secret, vocabulary.harmless.contains(hash) { return .plain }
      }
    }
    if kind >= .secret { return kind }
    if words.isAlone, words.hash(ofLast: 1) == vocabulary.pass { return .whole }
    if vocabulary.endings.contains(where: words.lastEnds) { return .whole }
    if kind == .plain, words.anyOwn(where: { vocabulary.kinds[$0] != nil }) { return .hinted }
    return kind
  }

  /// Whether a name within a secret value is harmless: its expiry, its type.
  static func isHarmless(_ name: Bytes) -> Bool {
    var words = Words()
    words.readOwn(Bytes(rebasing: name.suffix(120)))
    guard words.ownCount > 0 else { return false }
    let vocabulary = SecretVocabulary.shared
    return vocabulary.circumstances.contains(words.hash(ofLast: 1))
      || vocabulary.circumstances.contains(words.hashOfFirst)
  }
}

extension SecretName {
  /// The words of a name, in lower case, without separators and numbers.
  struct Words {
    private var letters: [UInt8] = []
    private var starts: [Int] = []
    private var firstOwn = 0

    /// The number of words, with those of the surrounding name.
    var count: Int { starts.count }
    /// The number of words of the name itself.
    var ownCount: Int { starts.count - firstOwn }
    var isAlone: Bool { ownCount == 1 }

    mutating func readOwn(_ name: Bytes) {
      firstOwn = starts.count
      read(name)
    }

    mutating func read(_ name: Bytes) {
      if letters.isEmpty { letters.reserveCapacity(name.count) }
      var isInWord = false
      for position in 0..<name.count {
        let byte = name[position]
        let isUpper = byte &- 0x41 < 26
        guard isUpper || byte &- 0x61 < 26 || byte >= 0x80 else {
          isInWord = false
          continue
        }
        if isUpper, isInWord {
          // `clientSecret`, and `APIKey`, where the last capital begins a word.
          let isAfterLower = name[position - 1] &- 0x41 >= 26
          let isBeforeLower = position + 1 < name.count && name[position + 1] &- 0x61 < 26
          let isPlural =
            position + 2 == name.count && name[position + 1] == UInt8(ascii: "s") && !isAfterLower
          if isAfterLower || isBeforeLower && !isPlural { isInWord = false }
        }
        if !isInWord {
          starts.append(letters.count)
          isInWord = true
        }
        letters.append(isUpper ? byte | 0x20 : byte)
      }
    }

    mutating func removeLast() {
      letters.removeSubrange(starts.removeLast()...)
    }

    /// The hash of the last words, joined.
    func hash(ofLast count: Int) -> UInt64 {
      Self.hash(letters[starts[starts.count - count]...])
    }

    /// The same without an `s` at its end; nil if there is none.
    func singularHash(ofLast count: Int) -> UInt64? {
      let start = starts[starts.count - count]
      guard letters.last == UInt8(ascii: "s"), letters.count - start > 3 else { return nil }
      return Self.hash(letters[start...].dropLast())
    }

    var hashOfFirst: UInt64 {
      let end = firstOwn + 1 < starts.count ? starts[firstOwn + 1] : letters.count
      return Self.hash(letters[starts[firstOwn]..<end])
    }

    var endsInPlural: Bool { letters.suffix(6).elementsEqual("tokens".utf8) }

    /// Whether the last words, joined, are known, in singular or plural.
    func end(in known: Set<UInt64>) -> Bool {
      (1...4).contains { count in
        guard count <= self.count else { return false }
        return known.contains(hash(ofLast: count))
          || singularHash(ofLast: count).map(known.contains) ?? false
      }
    }

    /// Whether the last word ends in this one, in singular or plural.
    func lastEnds(in ending: [UInt8]) -> Bool {
      let word = letters[starts[starts.count - 1]...]
      guard word.count >= ending.count else { return false }
      if word.last == ending.last, word.suffix(ending.count).elementsEqual(ending) { return true }
      return word.last == UInt8(ascii: "s")
        && word.dropLast().suffix(ending.count).elementsEqual(ending)
    }

    func anyOwn(where isMeant: (UInt64) -> Bool) -> Bool {
      for index in firstOwn..<starts.count {
        let end = index + 1 < starts.count ? starts[index + 1] : letters.count
        if isMeant(Self.hash(letters[starts[index]..<end])) { return true }
      }
      return false
    }

    static func hash(_ word: some Sequence<UInt8>) -> UInt64 {
      // FNV-1a, which is enough for words that nobody chooses against it.
      word.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
  }
}
