import CStubKit
package import Foundation

/// Takes secrets out of texts, by their structure and then by their values.
///
/// Each format is read by its own rules; in all of them a value is decoded, judged by its name and looks, and
/// encoded again. A `SecretCleaner` takes the values that were found in one text out of all texts.
package struct Redactor {
  typealias Bytes = UnsafeBufferPointer<UInt8>
  typealias Kind = SecretName.Kind

  static let mark = Array(Redaction.mark.utf8)

  /// The replacement for a number in JSON: the mark in a request, which no client decodes, and otherwise 0.
  static func mark(ofNumberIn isRequest: Bool) -> [UInt8] {
    isRequest ? [0x22] + mark + [0x22] : [0x30]
  }

  let redaction: Redaction
  /// Values that stay, because the user keeps them or because the test itself has written them.
  var spared: Set<[UInt8]>
  /// Whether a redacted credential still shows its user, which helps the reader of a report.
  var keepsUser = false
  package internal(set) var pool = SecretPool()
  /// The names that take the places of secrets; nil if all secrets get the mark, as in a report.
  var names: SecretNames?
  /// Whether the body is a request's, where a text may replace a number in JSON: no client decodes it.
  private(set) var isRequest = false
  /// Whether the body is an answer's, in which words may say something about a secret.
  private(set) var isAnswer = false
  /// The sentences, words and numbers that stay under names of these kinds: an app that is told one in a
  /// replay has to send the one that was recorded.
  private var harmless: [[UInt8]: Kind] = [:]
  /// The number of texts around the one that is being read.
  private(set) var depth = 0
  /// The judgements of names, by their hashes: nearly every name in a text occurs again and again.
  private var known: [UInt64: SecretName] = [:]
  var dullNames = DullNames()
  let words: Beginnings
  let hasNames: Bool

  package init(_ redaction: Redaction) {
    (self.redaction, spared, hasNames) = (redaction, redaction.keptValues, redaction.hasNames)
    words = redaction.knowsLooks ? SecretLook.beginnings : SecretLook.nothing
  }

  package mutating func body(_ data: Data, type: String?, isRequest: Bool) -> Data {
    guard !data.isEmpty, !redaction.isNothing else { return data }
    (self.isRequest, isAnswer) = (isRequest, !isRequest)
    return Array(data).withUnsafeBufferPointer { content($0, type: type) }.map { Data($0) } ?? data
  }

  /// Redacts any text, such as a message, a comment, or the value of a header.
  package mutating func text(_ text: String) -> String {
    isRequest = false
    return rewritten(text) { redactor, bytes in redactor.sniffed(bytes, isBody: false) }
  }

  package mutating func address(_ text: String) -> String {
    rewritten(text) { redactor, bytes in redactor.address(bytes) }
  }

  private mutating func rewritten(
    _ text: String, _ rewrite: (inout Redactor, Bytes) -> [UInt8]?
  ) -> String {
    guard !redaction.isNothing else { return text }
    isAnswer = false
    return text.withBytes { rewrite(&self, $0) }.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// Takes the secrets that were found in any text out of all texts; nil if none was found.
  package var cleaner: SecretCleaner? {
    pool.finder(sparing: spared).map { SecretCleaner($0, names: names) }
  }
}

extension Redactor {
  static let opensJSON: ByteSet = "{["

  /// Redacts JSON before the text around it: its strings may have what looks like a tag, a cell or a value.
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

  private static let signs: ByteSet = "=:"

  /// Returns the replacement for a decoded value under a name of this kind; nil if the value stays.
  ///
  /// - Parameter name: The value's name; a value that only repeats its name is a label.
  mutating func value(
    _ text: Bytes, as judgement: SecretName = .plain, of name: Bytes? = nil, isQuoted: Bool = false
  ) -> [UInt8]? {
    let kind = judgement.kind
    if kind == .kept {
      pool.keep(text)
      return nil
    }
    if isSecret(text, as: judgement, of: name, isQuoted: isQuoted) {
      // The address of an endpoint that gives tokens is no token.
      if kind < .phrase, SecretLook.isAddress(text, orPath: kind == .secret) {
        return address(text)
      }
      lookInto(text)
      return replacement(of: text)
    }
    // A shorter text without a sign cannot look like a secret.
    guard text.count > 8 || text.place(of: Self.signs) < text.count, !isDull(text) else {
      return nil
    }
    // A text that is nested deeper is read only as lines.
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
    text.replace(range, with: clean.map(coding.written))
    return clean != nil
  }

  /// Whether a text certainly has no secret in any format; `isJSON` if it is the content of a JSON string.
  func isDull(_ text: Bytes, isJSON: Bool = false) -> Bool {
    guard let start = text.baseAddress else { return true }
    return stubkit_is_dull(start, 0, text.count, words.numbers, hasNames, isJSON)
  }

  /// The first place where a secret may begin, or a name ends; the end if there is none.
  func start(in text: Bytes, from start: Int) -> Int {
    guard let base = text.baseAddress else { return 0 }
    return stubkit_find_start(base, start, text.count, words.numbers, hasNames)
  }

  /// - Parameter isQuoted: Whether the value stands in quotes, which a number there would not have.
  mutating func isSecret(
    _ value: Bytes, as judgement: SecretName, of name: Bytes?, isQuoted: Bool = false
  ) -> Bool {
    let (kind, hidesNumbers) = (judgement.kind, judgement.hidesNumbers)
    switch kind {
    case .kept, .plain: return false
    case .hinted: return SecretLook.isRandom(value)
    case .secret, .whole, .phrase:
      if SecretLook.isTrivial(value) || SecretLook.isState(value) { return false }
      if let name, Self.isSame(name, value) { return false }
      let isDigits = value.end(of: .digit) == value.count
      let isNumber =
        isDigits && !hidesNumbers && !isQuoted && value.count <= (isAnswer ? 6 : 3)
        || kind == .secret && SecretShape.isDate(value)
      let isWords =
        isAnswer && kind < .phrase && SecretLook.isWords(value, orWord: kind == .secret)
      guard isNumber || isWords, !pool.found.contains(Array(value)) else {
        return isDigits && hidesNumbers || !isHarmless(value, as: kind)
      }
      harmless[Array(value)] = max(kind, harmless[Array(value)] ?? kind)
      return false
    case .named: return true
    }
  }

  /// Whether the value has stayed before, under a name that says as much of it.
  private func isHarmless(_ value: Bytes, as kind: Kind) -> Bool {
    guard !harmless.isEmpty else { return false }
    let start = Self.credential(in: value) ?? 0
    return [Array(value), Array(value[start...])].contains {
      harmless[$0].map { $0 >= kind } ?? false
    }
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

  /// Whether a value repeats the last words of its name, as a label does: `"login.password": "Password"`.
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
    // Only the end of the surrounding name says something.
    let parent = parent.map { $0.slice(max(0, $0.count - 60)..<$0.count) }
    let outer = stubkit_hash(place.rawValue, parent?.baseAddress, parent?.count ?? 0)
    let hash = stubkit_hash(outer, name.baseAddress, name.count)
    if let judgement = known[hash] { return judgement }
    let judgement = redaction.judge(name, in: place, under: parent)
    if known.count < 10_000 { known[hash] = judgement }
    return judgement
  }
}

extension Redactor {
  /// Notes a secret and returns its replacement; nil if the value is spared.
  mutating func replacement(of value: some Collection<UInt8>) -> [UInt8]? {
    if isName(value) { return Array(value) }
    if spares(value) { return nil }
    pool.add(value)
    return name(of: value)
  }

  /// Notes a secret number in JSON and returns a replacement that may stand there; nil if it is spared.
  mutating func replacement(ofNumber value: some Collection<UInt8>) -> [UInt8]? {
    if spares(value) { return nil }
    pool.add(value)
    // A name of so few digits could be a real number, so a request gets the mark, which any value matches.
    guard let names, !isRequest || value.count >= 4 else { return Self.mark(ofNumberIn: isRequest) }
    return names.name(of: value, isNumber: true)
  }

  /// Whether the value is a name, or a scheme and a name, as in a text that was redacted before.
  func isName(_ value: some Collection<UInt8>) -> Bool {
    let value = Array(value)
    func isName(_ text: [UInt8]) -> Bool { names?.keeps(text) ?? (text == Self.mark) }
    return isName(value) || Self.credential(in: value).map { isName(Array(value[$0...])) } ?? false
  }

  func name(of value: some Collection<UInt8>) -> [UInt8] {
    guard let names else { return Self.mark }
    if let known = names.known(Array(value)) { return known }
    guard let start = Self.credential(in: value) else { return names.name(of: value) }
    return value[..<start] + names.name(of: value[start...])
  }

  func spares(_ value: some Collection<UInt8>) -> Bool {
    guard !spared.isEmpty else { return false }
    return spared.contains(Array(value))
      || Self.credential(in: value).map { spared.contains(Array(value[$0...])) } ?? false
  }

  /// Where a credential begins after a scheme such as `Bearer`, as in a header; nil if there is no scheme.
  static func credential<Value: Collection<UInt8>>(in value: Value) -> Value.Index? {
    // Found by C where that can be, for this is asked of every secret.
    let place = value.withContiguousStorageIfAvailable { bytes in
      bytes.slice(0..<min(bytes.count, 20)).place(of: .space)
    }
    if let place, place >= min(value.count, 20) { return nil }
    guard let space = value.prefix(20).firstIndex(of: .space),
      schemes.contains(String(decoding: value[..<space], as: UTF8.self).asciiLowercased)
    else { return nil }
    return value.index(after: space)
  }

  static let schemes: Set<String> = [
    "bearer", "basic", "digest", "token", "apikey", "api-key", "negotiate", "ntlm", "hawk", "dpop",
    "oauth", "hoba", "mutual", "aws4-hmac-sha256", "scram-sha-256", "key", "jwt", "gnap", "vapid",
  ]
}

/// Replaces ranges of a text, in ascending order.
struct Rewriting {
  let bytes: Redactor.Bytes
  private var result: [UInt8] = []
  private var copied = 0

  init(_ bytes: Redactor.Bytes) { self.bytes = bytes }

  /// Replaces a range, unless the new text is nil or the range lies within a replaced one.
  mutating func replace(_ range: Range<Int>, with text: [UInt8]?) {
    guard let text, range.lowerBound >= copied || range.upperBound > copied else { return }
    result.append(contentsOf: bytes[copied..<max(copied, range.lowerBound)])
    result.append(contentsOf: text)
    copied = range.upperBound
  }

  /// The new text; nil if nothing was replaced.
  var text: [UInt8]? { copied == 0 && result.isEmpty ? nil : result + bytes[copied...] }
}
