/// What a name says of the value under it.
///
/// A name is read as words, however they are joined: `new_password`, `X-Api-Key`, `clientSecret`
/// and `user[password]` end in what they are called for.
struct SecretName {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// How much of what stands under a name is secret.
  enum Kind: Int, Comparable {
    /// Nothing, whatever it looks like: a user has said so.
    case kept
    /// Nothing, as far as the name can tell.
    case plain
    /// Whatever looks as if it were drawn at random.
    case hinted
    /// A text that is no word of how something is, and in an object what is hinted at.
    case secret
    /// Any text, and a number and an object if the name says so; in other objects what is hinted at.
    case whole
    /// All of it, at any depth: a user has said so.
    case named

    static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  let kind: Kind
  /// Whether a number under the name says how many there are, as in `max_tokens`.
  var isCount = false
  /// Whether it is the code of a login that is under way, where other names say so.
  var isCode = false
  /// Whether it is the state of one, which is sent with the code.
  var isState = false
  /// Whether it is called a key, which many things have.
  var isKey = false
  /// Whether a number under the name is a secret, as a PIN is; one under `token` is something else.
  var hidesNumbers = false
  /// Whether an object under the name is secret as a whole; one under `session` has names of its own.
  var hidesObjects = false

  init(_ kind: Kind) {
    self.kind = kind
  }

  /// Whether a number of so many digits behind a colon is nothing that the name means.
  ///
  /// Where nobody can tell a number from a text, only a short one is known to be one.
  func isNoNumber(of digits: Int) -> Bool {
    kind != .named && (isCount || !hidesNumbers && digits <= 6)
  }

  /// Reads a name in UTF-8, and that of what its value stands in.
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

  /// Whether a value that stands in something secret is none by its name: when it ends, what it is.
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
  /// The words of a name, in lower case, without what joins them and without numbers.
  struct Words {
    private var letters: [UInt8] = []
    private var starts: [Int] = []
    private var firstOwn = 0

    /// How many words there are, those of what the value stands in included.
    var count: Int { starts.count }
    /// How many words the name itself has.
    var ownCount: Int { starts.count - firstOwn }
    /// Whether the name is one word.
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

    /// Whether it ends in `tokens`.
    var endsInPlural: Bool { letters.suffix(6).elementsEqual("tokens".utf8) }

    /// Whether some of the last words, joined, are known, in the plural, too.
    func end(in known: Set<UInt64>) -> Bool {
      (1...4).contains { count in
        guard count <= self.count else { return false }
        return known.contains(hash(ofLast: count))
          || singularHash(ofLast: count).map(known.contains) ?? false
      }
    }

    /// Whether the last word ends in this one, in the plural, too.
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
