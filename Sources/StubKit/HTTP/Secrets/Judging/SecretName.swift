import CStubKit

/// Judges the value under a name.
///
/// A name is read as words, however they are joined. The last words count: `new_password`,
/// `X-Api-Key`, `clientSecret` and `user[password]`.
package struct SecretName {
  typealias Meaning = SecretVocabulary.Meaning

  /// How much of the value under a name is secret.
  package enum Kind: Comparable {
    /// Nothing, whatever the value looks like: the user has said to keep it.
    case kept
    /// Nothing, as far as the name tells.
    case plain
    /// A value that looks random.
    case hinted
    /// A text except a date and, in a response, a sentence or word; in objects, random values only.
    case secret
    /// A text, except for a sentence in a response; numbers and objects if the name says so.
    case whole
    /// As `whole`, and sentences in a response as well.
    case phrase
    /// All of it, at any depth: the user has named it.
    case named
  }

  package var kind = Kind.plain
  /// What the name's words mean in addition to what `kind` says.
  var meaning: Meaning = []

  init(of name: Bytes, under parent: Bytes? = nil) {
    let text = name.count > 20 ? "" : name.text
    add(.naming + .value, of: text.asciiLowercased)
    add(.ofPublicKey + .ofPrivateKey, of: text)
    let own = Self.words(of: name, last: 120)
    guard let first = own.first, let last = own.last else { return }
    if own.allSatisfy({ Self.meaning(of: $0).has(.beside) }) { meaning.insert(.bare) }
    add(.circumstance, of: first)
    add(.circumstance + .identity, of: last)
    if 5...20 ~= name.count { add(.describing, of: last) }
    let outer = parent.map { Self.words(of: $0, last: 60) } ?? []
    add(.public, of: (outer + own).suffix(2).joined())
    if !has(.public) { judge(own, behind: outer) }
  }

  init(_ kind: Kind, _ meaning: Meaning = []) { (self.kind, self.meaning) = (kind, meaning) }

  static let plain = SecretName(.plain)

  func has(_ meaning: Meaning) -> Bool { self.meaning.has(meaning) }

  /// Whether neither the value nor any value within it is secret because of the name.
  var isDull: Bool { kind == .plain && !has(.beyondValue) }

  /// Whether a number under the name is secret, such as a PIN; one under `token` is not.
  var hidesNumbers: Bool { kind == .named || has(.scalar) && !has(.counter) }

  /// Whether an object under the name is secret as a whole, unlike an object under `session`.
  var hidesObjects: Bool { kind == .named || has(.container) }

  /// Returns the name with the given kind, whatever its words say about what is secret.
  func judged(_ kind: Kind) -> SecretName {
    SecretName(kind, meaning.subtracting([.counter, .code, .state, .key, .scalar, .container]))
  }

  /// Adds the judgement of another name of the value, or of a name around it.
  mutating func add(_ other: SecretName) {
    kind = max(kind, other.kind)
    meaning = meaning + other.meaning.intersection(.hiding)
  }

  private mutating func add(_ wanted: Meaning, of text: String) {
    meaning = meaning + Self.meaning(of: text).intersection(wanted)
  }

  private static func meaning(of word: String) -> Meaning { SecretVocabulary.meaning(of: word) }

  private mutating func judge(_ own: [String], behind outer: [String]) {
    var own = own
    let (whole, count) = (Self.kind(of: own, behind: outer), own.count)
    // `password_confirmation` is a password, too.
    while own.count > 1, Self.meaning(of: own[own.count - 1]).has(.decoration) {
      own.removeLast()
    }
    let known = own.count == count ? whole : max(whole, Self.kind(of: own, behind: outer))
    // Many objects have an `id`, and few ids are secret.
    kind = own == ["id"] ? min(known, .hinted) : known
    if kind >= .secret { for ending in Self.endings(of: outer + own) { add(.hiding, of: ending) } }
    add(.counter, of: own[0])
    add(.counter, of: Self.singular(outer.last ?? ""))
    if own[own.count - 1].hasSuffix("tokens") { meaning.insert(.counter) }
    // This is about codes that a person is sent or types; others, as of a course, only identify.
    let before = own.dropLast().last.map(Self.meaning)
    let isSent = own.last == "code" && before.map { $0.kind > .plain || $0.has(.sent) } ?? true
    if isSent || own == ["tan"] || own == ["pincode"], kind > .plain { meaning.insert(.code) }
    if own == ["state"] { meaning.insert(.state) }
    if own.last == "key" { meaning.insert(.key) }
  }

  private static func kind(of own: [String], behind outer: [String]) -> Kind {
    var kind = Kind.plain
    // The `key` of a licence or a product may only be its identifier.
    let isKeyOfThing = own == ["key"] && meaning(of: singular(outer.last ?? "")).has(.thing)
    for ending in endings(of: outer + own) {
      let own = meaning(of: ending).kind
      kind = max(kind, isKeyOfThing ? min(own, .hinted) : own)
    }
    if kind >= .secret { return kind }
    let last = own[own.count - 1]
    let singular = Self.singular(last)
    if own == ["pass"] { return .secret }
    let isWhole = SecretVocabulary.endings.contains {
      last.hasSuffix($0) || singular.hasSuffix($0)
    }
    // A token is a made-up text; a word under its name may be something else.
    if isWhole { return singular.hasSuffix("token") ? .secret : .whole }
    let hint = own.map { meaning(of: $0).kind }.max() ?? .plain
    guard kind == .plain, hint > .plain else { return kind }
    return hint >= .secret || !meaning(of: last).has(.identity) ? .hinted : .plain
  }

  /// Whether a value is a label: a few words, one of which means a password, PIN or the like.
  static func isTerm(_ value: Bytes) -> Bool {
    guard SecretLook.countOfWords(in: value).map({ $0 < 5 }) ?? false else { return false }
    let words = words(of: value, last: 60).map { $0.lowercased() }
    return (words + [words.joined()]).contains { meaning(of: $0).has(.scalar) }
  }

  private static func endings(of words: [String]) -> [String] {
    (1...4).filter { $0 <= words.count }.flatMap { count in
      let outer = words.suffix(count).dropLast()
      let last = words[words.count - 1]
      let singulars = outer.map(singular)
      return (singulars == Array(outer) ? [Array(outer)] : [Array(outer), singulars])
        .flatMap { outer in [last, singular(last)].map { (outer + [$0]).joined() } }
    }
  }

  private static func singular(_ word: String) -> String {
    word.utf8.count > 3 && word.last == "s" ? String(word.dropLast()) : word
  }

  /// Returns the words in the last `count` bytes, without digits, with ASCII letters in lower case.
  static func words(of name: Bytes, last count: Int) -> [String] {
    let name = name.slice(max(0, name.count - count)..<name.count)
    // All arrays without capacity share one constant, to which the initializer would write.
    guard let start = name.baseAddress, !name.isEmpty else { return [] }
    let words = [UInt8](unsafeUninitializedCapacity: 2 * name.count) { room, length in
      length = room.baseAddress.map { stubkit_words(start, name.count, $0) } ?? 0
    }
    return words.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
