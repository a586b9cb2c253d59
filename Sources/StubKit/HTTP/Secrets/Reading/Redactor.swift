import CStubKit
package import Foundation

/// Takes secrets out of texts, by the structure of each text.
///
/// In every format a value is decoded, judged by its name and looks, and encoded again; a method
/// returns nil if the text stays. A `SecretCleaner` then takes one text's secrets out of all texts.
package struct Redactor {
  typealias Kind = SecretName.Kind

  static let mark = Array(Redaction.mark.utf8)

  /// What replaces a JSON number: the mark in a request, which no client decodes, and otherwise 0.
  static func mark(ofNumberIn isRequest: Bool) -> [UInt8] {
    isRequest ? [0x22] + mark + [0x22] : [0x30]
  }

  let redaction: Redaction
  /// Values that stay everywhere: the user keeps them in some place, or the test has written them.
  var spared: Set<[UInt8]>
  package internal(set) var pool = SecretPool()
  /// The names that take the places of secrets; a report has only the mark.
  var names = SecretNames(isMark: true)
  private(set) var isRequest = false
  /// Whether the text is a response's body, in which words may say something about a secret.
  private(set) var isAnswer = false
  /// The response to the request that is being read: a code that the response shows is public.
  var answer = Data()
  /// Values that stayed, with the kind of their names; they also stay where an app sends them back.
  private var harmless: [[UInt8]: Kind] = [:]
  /// How many values, such as strings of JSON, surround the text that is being read.
  private(set) var depth = 0
  /// How many texts of any kind surround that text, comments and fragments included.
  var nesting = 0
  /// Judgements by the hash of the name: nearly every name in a text occurs again and again.
  private var known: [UInt64: SecretName] = [:]
  /// Hashes of dull names, each at the index it determines, with flags of `naming` and `value`.
  var dullNames = Redactor.noDullNames
  private static let noDullNames = [UInt64](repeating: 0, count: Int(stubkit_known_names))
  let words: Beginnings
  let hasNames: Bool

  package init(_ redaction: Redaction) {
    (self.redaction, spared, hasNames) = (redaction, redaction.keptValues, redaction.hasNames)
    words = redaction.knowsLooks ? SecretLook.beginnings : Beginnings()
  }

  package mutating func body(_ data: Data, type: String?, isRequest: Bool) -> Data {
    guard !data.isEmpty, !redaction.isNothing else { return data }
    (self.isRequest, isAnswer) = (isRequest, !isRequest)
    return Array(data).withUnsafeBufferPointer { content($0, type: type) }.map { Data($0) } ?? data
  }

  package mutating func text(_ text: String) -> String {
    rewritten(text) { redactor, bytes in redactor.sniffed(bytes, isBody: false) }
  }

  package mutating func address(_ text: String) -> String {
    rewritten(text) { redactor, bytes in redactor.address(bytes) }
  }

  /// Redacts the items of a query or a form, each of which may say what another one is.
  package mutating func items(
    _ items: [URLQueryItem], ofBody isRequest: Bool = false
  ) -> [URLQueryItem] {
    (self.isRequest, isAnswer) = (isRequest, false)
    let texts = items.map { item in
      [item.name, item.value].compactMap { $0.map { TextCoding.percent.written(Array($0.utf8)) } }
    }
    let text = Array(texts.map { $0.joined(separator: "=".utf8) }.joined(separator: "&".utf8))
    let clean = text.withUnsafeBufferPointer { pairs($0, in: .form) }
    return StubRequest.Form(Data(clean ?? text)).items
  }

  mutating func rewritten(
    _ text: String, _ rewrite: (inout Redactor, Bytes) -> [UInt8]?
  ) -> String {
    guard !redaction.isNothing else { return text }
    (isRequest, isAnswer) = (false, false)
    return text.withBytes { rewrite(&self, $0) }.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  var finder: SecretFinder? { pool.finder(sparing: spared) }

  package var cleaner: SecretCleaner? { finder.map { SecretCleaner($0, names: names) } }
}

extension Redactor {
  static let opensJSON: ByteSet = "{["

  /// Redacts JSON before `read` sees the text: JSON strings may look like tags, cells or values.
  mutating func afterObjects(
    _ bytes: Bytes, _ read: (inout Redactor, Bytes) -> [UInt8]?
  ) -> [UInt8]? {
    let start = bytes.place(of: Self.opensJSON)
    var text = Rewriting(bytes)
    var (position, read_, firstEnd) = (start, 0, start)
    while position < bytes.count {
      (position, read_) = json(from: position, as: .plain, into: &text)
      if firstEnd == start { firstEnd = position }
      position = bytes.place(of: Self.opensJSON, from: max(position, read_))
    }
    let isAll =
      bytes.end(of: .white) == start && bytes.end(of: .white, from: firstEnd) == bytes.count
    if start < bytes.count, isAll { return text.text }
    guard let clean = text.text else { return read(&self, bytes) }
    return clean.withUnsafeBufferPointer { read(&self, $0) } ?? clean
  }

  static let signs: ByteSet = "=:"

  mutating func value(
    _ text: Bytes, as judgement: SecretName = .plain, of name: Bytes? = nil, isQuoted: Bool = false
  ) -> [UInt8]? {
    let kind = judgement.kind
    if isSecret(text, as: judgement, of: name, isQuoted: isQuoted) {
      // The address of an endpoint that gives tokens is no token.
      if kind < .phrase, SecretLook.isAddress(text, orPath: kind == .secret) {
        return address(text)
      }
      lookInto(text)
      noteCredential(text, under: name)
      return replacement(of: text)
    }
    // A text of up to eight bytes without a sign has no secret.
    guard kind != .kept, text.count > 8 || text.place(of: Self.signs) < text.count, !isDull(text)
    else { return nil }
    return depth < 3 ? nested(text) : lines(text, as: .broken)
  }

  /// Redacts a value that is written in a coding; returns whether it has a secret.
  @discardableResult
  mutating func value(
    at range: Range<Int>, of text: inout Rewriting, in coding: TextCoding,
    as judgement: SecretName, of name: Bytes?, isQuoted: Bool = false
  ) -> Bool {
    let clean = text.bytes.slice(range).undone(by: coding) {
      value($0, as: judgement, of: name, isQuoted: isQuoted)
    }
    text.replace(range, with: clean.map { coding.written($0, like: text.bytes.slice(range)) })
    return clean != nil
  }

  /// Whether a text certainly has no secret; `isJSON` if it is the content of a JSON string.
  func isDull(_ text: Bytes, isJSON: Bool = false) -> Bool {
    guard let start = text.baseAddress else { return true }
    return stubkit_is_dull(start, 0, text.count, words.numbers, hasNames, isJSON)
  }

  /// The first place where a secret may begin, or a name ends; the end if there is none.
  func start(in text: Bytes, from start: Int) -> Int {
    guard let base = text.baseAddress else { return 0 }
    return stubkit_find_clue(base, start, text.count, words.numbers, hasNames)
  }

  /// Judges a value, and notes a kept or harmless one; if `isQuoted`, its digits are a text.
  mutating func isSecret(
    _ value: Bytes, as judgement: SecretName, of name: Bytes?, isQuoted: Bool = false
  ) -> Bool {
    let (kind, hidesNumbers) = (judgement.kind, judgement.hidesNumbers)
    let isDigits = value.end(of: .digit) == value.count
    switch kind {
    case .kept:
      keep(value)
      return false
    case .plain: return false
    case .named: return true
    case _ where isDigits && judgement.has(.counter): return false
    case .hinted:
      if SecretLook.isRandom(value) { return true }
      guard judgement.has(.code), SecretLook.isCode(value) else { return false }
      // Most codes in answers are public; the codes in requests may be what the user was sent.
      if isAnswer { noteHarmless(value, as: kind) }
      guard isRequest, !isHarmless(value, as: kind),
        answer.range(of: Data([0x22] + value + [0x22])) == nil
      else { return false }
      pool.note(code: value)
      return true
    case .secret, .whole, .phrase:
      if SecretLook.isTrivial(value) { return false }
      if let name, Self.isSame(name, value) { return false }
      let most = judgement.has(.numbered) || isAnswer && !isQuoted ? 6 : isQuoted ? 0 : 3
      let isNumber =
        isDigits && !hidesNumbers && value.count <= most
        || kind == .secret && SecretShape.isDate(value)
      // A word under the name of a number, such as a PIN, is not the number.
      let isWord = hidesNumbers && kind == .secret && SecretLook.countOfWords(in: value) != nil
      let isSaid =
        isAnswer && kind < .phrase && !(hidesNumbers && value.end(of: Self.inNumber) == value.count)
        && (isWord || SecretLook.isSaid(value, of: kind) || SecretName.isTerm(value)
          || judgement.has(.key) && SecretLook.isForeign(value))
      guard isNumber || isSaid, !pool.has(Array(value)) else {
        return isDigits && hidesNumbers || !isHarmless(value, as: kind)
      }
      noteHarmless(value, as: kind)
      return false
    }
  }

  /// With separators, since a number such as a card's may be grouped.
  private static let inNumber: ByteSet = .digit + ". -"

  private mutating func noteHarmless(_ value: Bytes, as kind: Kind) {
    let value = Array(value)
    harmless[value] = max(kind, harmless[value] ?? kind)
  }

  private func isHarmless(_ value: Bytes, as kind: Kind) -> Bool {
    !harmless.isEmpty && Self.parts(of: value).contains { harmless[$0].map { $0 >= kind } ?? false }
  }

  /// Notes the secrets within a text that is hidden as a whole: each may occur elsewhere by itself.
  mutating func lookInto(_ text: Bytes) {
    if text.count > 8, depth < 3, !isDull(text) { _ = nested(text) }
  }

  private mutating func nested(_ text: Bytes) -> [UInt8]? {
    depth += 1
    defer { depth -= 1 }
    return content(text)
  }

  /// Whether a value repeats the last words of its name: `"login.password": "Password"`.
  private static func isSame(_ name: Bytes, _ value: Bytes) -> Bool {
    guard value.count <= name.count + 4 else { return false }
    let own = value.lowercased.filter(\.isASCIIAlphanumeric)
    let words = SecretName.words(of: name, last: 60)
    return own.count >= 3
      && words.indices.contains { words[$0...].joined().utf8.elementsEqual(own) }
  }

  mutating func judge(
    _ name: Bytes, in place: Redaction.Place, under parent: Bytes? = nil
  ) -> SecretName {
    let parent = parent.map { $0.slice(max(0, $0.count - 60)..<$0.count) }
    let outer = stubkit_hash(place.rawValue, parent?.baseAddress, parent?.count ?? 0)
    let hash = stubkit_hash(outer, name.baseAddress, name.count)
    if let judgement = known[hash] { return judgement }
    let judgement = redaction.judge(name, in: place, under: parent)
    if known.count < 10_000 { known[hash] = judgement }
    return judgement
  }
}
