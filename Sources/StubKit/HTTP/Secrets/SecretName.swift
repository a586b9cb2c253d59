/// Judges the value under a name.
///
/// A name is read as words, however they are joined. The last ones count, as in `new_password`,
/// `X-Api-Key`, `clientSecret` and `user[password]`.
struct SecretName {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// How much of the value under a name is secret.
  enum Kind: Int, Comparable {
    /// Nothing, whatever the value looks like: the user keeps it.
    case kept
    /// Nothing, as far as the name tells.
    case plain
    /// A value that looks random.
    case hinted
    /// A text, except for a date, or a sentence or word in a response; in objects, random values.
    case secret
    /// A text, except for a sentence in a response; numbers and objects if the name says so.
    case whole
    /// As `whole`, and sentences in a response as well.
    case phrase
    /// All of it, at any depth: the user has named it.
    case named

    static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// How to read the names within a value: in errors and schemas they only describe.
  enum Role { case plain, about, schema }

  private(set) var kind = Kind.plain
  /// Whether a number under the name is a count, as in `max_tokens`.
  private(set) var isCount = false
  private(set) var isCode = false
  private(set) var isState = false
  /// Whether the name ends in `key`, unless it is harmless, such as `public_key`.
  private(set) var isKey = false
  /// Whether a number under the name is secret, such as a PIN; one under `token` is not.
  private(set) var hidesNumbers = false
  /// Whether an object under the name is secret as a whole, unlike an object under `session`.
  private(set) var hidesObjects = false
  private(set) var role = Role.plain
  /// Whether the value is harmless within a secret object, such as a token's expiry or type.
  private(set) var isHarmless = false
  /// Whether the last word is one such as `id` or `hash`, whose values look random but are public.
  private(set) var isIdentity = false
  /// Whether the last two words mean no secret, though the last one alone does: `page_token`.
  private(set) var isPublic = false
  /// Whether the value is itself a name: `{"name": "password", "value": …}`.
  let isNaming: Bool
  let isValue: Bool
  /// Whether the name adds nothing to the surrounding name: `{"token": {"value": …}}`.
  let isBare: Bool
  /// Whether this is a public member of a JSON Web Key, which has private members as well.
  let isOfPublicKey: Bool

  init(of name: Bytes, under parent: Bytes? = nil) {
    let text = name.count > 20 ? "" : name.text
    let lower = text.asciiLowercased
    isNaming = SecretVocabulary.has(lower, .naming)
    isValue = SecretVocabulary.has(lower, .value)
    isOfPublicKey = SecretVocabulary.has(text, .ofPublicKey)
    let own = Self.words(of: name, last: 120)
    isBare =
      !own.isEmpty
      && own.allSatisfy { SecretVocabulary.has($0, .bare) || SecretVocabulary.has($0, .decoration) }
    guard let last = own.last, let first = own.first else { return }
    isHarmless = [first, last].contains { SecretVocabulary.has($0, .circumstance) }
    isIdentity = SecretVocabulary.has(last, .identity)
    isPublic = SecretVocabulary.has(own.suffix(2).joined(), .public)
    if 5...20 ~= name.count, SecretVocabulary.has(last, .about) { role = .about }
    if 5...20 ~= name.count, SecretVocabulary.has(last, .schema) { role = .schema }
    judge(own, behind: parent.map { Self.words(of: $0, last: 60) } ?? [])
  }

  func judged(_ kind: Kind) -> SecretName {
    var name = self
    (name.kind, name.isCount, name.isCode, name.isState) = (kind, false, false, false)
    (name.isKey, name.hidesNumbers, name.hidesObjects) = (false, false, false)
    return name
  }

  private mutating func judge(_ own: [String], behind outer: [String]) {
    var own = own
    let whole = Self.kind(of: own, behind: outer)
    // `password_confirmation` is a password, too.
    while own.count > 1, SecretVocabulary.has(own[own.count - 1], .decoration) { own.removeLast() }
    let known = max(whole, Self.kind(of: own, behind: outer))
    let alone = own.count == 1 ? own[0] : ""
    // Many objects have an `id`, and few of these are secret.
    kind = alone == "id" ? min(known, .hinted) : known
    let endings = Self.endings(of: outer + own)
    func ends(in meaning: SecretVocabulary.Meaning) -> Bool {
      kind >= .whole && endings.contains { SecretVocabulary.has($0.text, meaning) }
    }
    (hidesNumbers, hidesObjects) = (ends(in: .scalar), ends(in: .container))
    isCount = SecretVocabulary.has(own[0], .counter) || own[own.count - 1].hasSuffix("tokens")
    let lastTwo = (outer + own).suffix(2)
    isKey =
      lastTwo.last == "key"
      && !(lastTwo.count > 1 && SecretVocabulary.has(lastTwo.joined(), .harmless))
    (isCode, isState) = (alone == "code", alone == "state")
  }

  private static func kind(of own: [String], behind outer: [String]) -> Kind {
    var kind = Kind.plain
    // The `key` of a licence or a product may only identify it.
    let isKeyOfThing =
      own == ["key"] && outer.last.map { SecretVocabulary.has($0, .thing) } ?? false
    for ending in endings(of: outer + own) {
      if let known = SecretVocabulary.kinds[ending.text] {
        kind = max(kind, isKeyOfThing ? .hinted : known)
      }
      if ending.count > 1, kind < .secret, SecretVocabulary.has(ending.text, .harmless) {
        return .plain
      }
    }
    if kind >= .secret { return kind }
    let last = own[own.count - 1]
    let singular = Self.singular(last)
    let isWhole =
      own == ["pass"]
      || SecretVocabulary.words(.ending).contains { last.hasSuffix($0) || singular.hasSuffix($0) }
    // A token is a made-up text; a word under its name may be something else.
    if isWhole { return singular.hasSuffix("token") ? .secret : .whole }
    guard kind == .plain, let hint = own.compactMap({ SecretVocabulary.kinds[$0] }).max() else {
      return kind
    }
    return hint >= .secret || !SecretVocabulary.has(last, .identity) ? .hinted : .plain
  }

  private static func endings(of words: [String]) -> [(text: String, count: Int)] {
    (1...4).filter { $0 <= words.count }.flatMap { count in
      let outer = words.suffix(count).dropLast()
      let last = words[words.count - 1]
      let singulars = outer.map(singular)
      return (singulars == Array(outer) ? [Array(outer)] : [Array(outer), singulars])
        .flatMap { outer in [last, singular(last)].map { ((outer + [$0]).joined(), count) } }
    }
  }

  private static func singular(_ word: String) -> String {
    word.utf8.count > 3 && word.last == "s" ? String(word.dropLast()) : word
  }

  /// Returns the words in the last `count` bytes, in lower case, without separators and digits.
  static func words(of name: Bytes, last count: Int) -> [String] {
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
