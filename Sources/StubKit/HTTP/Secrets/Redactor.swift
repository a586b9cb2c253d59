import CStubKit
package import Foundation

/// Takes secrets out of texts, by their structure and then by their values.
///
/// Each kind of text is read by its own rules; each value in it is decoded, looked at under its name, and
/// encoded again, whatever it stands in. What was found in one text is taken out of all by a `SecretCleaner`.
package struct Redactor {
  typealias Bytes = UnsafeBufferPointer<UInt8>
  typealias Kind = SecretName.Kind

  static let mark = Array(Redaction.mark.utf8)

  /// What stands for a number of JSON: a text only where no client reads it.
  static func mark(ofNumberIn isRequest: Bool) -> [UInt8] {
    isRequest ? [0x22] + mark + [0x22] : [0x30]
  }

  let redaction: Redaction
  /// Values that stay, because a user says so, or because whoever reads the text has written them.
  var spared: Set<[UInt8]>
  /// Whether a user stays where the password is taken out, as a help to whoever reads a report.
  var keepsUser = false
  package internal(set) var pool = SecretPool()
  /// What secrets are called; nil where all of them are called the same, as in a report.
  var names: SecretNames?
  /// Whether a text may take the place of a number in JSON: in a request, which no client reads.
  private(set) var isRequest = false
  /// How deep the text stands in others.
  private var depth = 0
  /// What names have been found to say; nearly all names of a text come again and again.
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
    self.isRequest = isRequest
    return Array(data).withUnsafeBufferPointer { content($0, type: type) }.map { Data($0) } ?? data
  }

  /// Any text, such as a message, a comment, or the value of a header.
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
    return text.withBytes { rewrite(&self, $0) }.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// What takes out everywhere what was found anywhere; nil if nothing was.
  package var cleaner: SecretCleaner? {
    pool.finder(sparing: spared).map { SecretCleaner($0, names: names) }
  }
}

extension Redactor {
  private static let opensJSON: ByteSet = "{["

  /// Objects first, in whose strings anything may look like a tag, a cell, or a value that goes on in them.
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

  /// What takes the place of a decoded value under a name that says so much; nil if it stays.
  ///
  /// - Parameter name: The name, which says nothing where a text only repeats it.
  mutating func value(_ text: Bytes, as kind: Kind, of name: Bytes? = nil) -> [UInt8]? {
    if kind == .kept {
      pool.keep(text)
      return nil
    }
    if isSecret(text, as: kind, of: name) {
      lookInto(text)
      return replacement(of: text)
    }
    // What is shorter has no look.
    guard text.count > 11 || text.place(of: Self.signs) < text.count, !isDull(text) else {
      return nil
    }
    // What is nested deeper is no more than lines.
    return depth < 3 ? nested(text) : lines(text, as: .broken)
  }

  /// Whether a text surely has no secret in any format; `isJSON` for the content of a JSON string.
  func isDull(_ text: Bytes, isJSON: Bool = false) -> Bool {
    guard let start = text.baseAddress else { return true }
    return stubkit_is_dull(start, 0, text.count, words.numbers, hasNames, isJSON)
  }

  /// The first place where a secret may begin, or a name ends; the end if there is none.
  func start(in text: Bytes, from start: Int) -> Int {
    guard let base = text.baseAddress else { return 0 }
    return stubkit_find_start(base, start, text.count, words.numbers, hasNames)
  }

  func isSecret(_ value: Bytes, as kind: Kind, of name: Bytes?) -> Bool {
    switch kind {
    case .kept, .plain: false
    case .hinted: SecretLook.isRandom(value)
    case .secret, .whole:
      !SecretLook.isTrivial(value) && !(kind == .secret && SecretLook.isState(value))
        && !(name.map { Self.isSame($0, value) } ?? false)
    case .named: true
    }
  }

  /// Notes what stands in a text that is hidden as a whole: it may be said elsewhere by itself.
  mutating func lookInto(_ text: Bytes) {
    if text.count > 11, depth < 3, !isDull(text) { _ = nested(text) }
  }

  private mutating func nested(_ text: Bytes) -> [UInt8]? {
    depth += 1
    defer { depth -= 1 }
    return content(text)
  }

  /// Whether a value has the letters in which its name ends, as a label has: `"login.password": "Password"`.
  private static func isSame(_ name: Bytes, _ value: Bytes) -> Bool {
    guard value.count <= name.count + 4 else { return false }
    func letters(_ text: Bytes) -> [UInt8] {
      text.filter(\.isASCIIAlphanumeric).map(\.asciiLowercased)
    }
    let own = letters(value)
    return own.count >= 3 && letters(name).suffix(own.count).elementsEqual(own)
  }

  mutating func judge(
    _ name: Bytes, in place: Redaction.Place, under parent: Bytes? = nil
  ) -> SecretName {
    // More of what it stands in says nothing.
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
  /// Notes a value, and says what takes its place; nil if it stays, because whoever reads it has written it.
  mutating func replacement(of value: some Collection<UInt8>) -> [UInt8]? {
    if let names, names.contains(Array(value)) { return names.name(of: value) }
    if spares(value) { return nil }
    pool.add(value)
    return name(of: value)
  }

  /// The same for a number in JSON, of which there has to be a number.
  mutating func replacement(ofNumber value: some Collection<UInt8>) -> [UInt8]? {
    if spares(value) { return nil }
    pool.add(value)
    // A number of so few digits would be one of many; what an app sends may be any.
    guard let names, !isRequest || value.count >= 4 else { return Self.mark(ofNumberIn: isRequest) }
    return names.name(of: value, isNumber: true)
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

  /// Where a credential begins behind the name of its scheme, as a header has it; nil if there is none.
  static func credential<Value: Collection<UInt8>>(in value: Value) -> Value.Index? {
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

/// A text with some places of it written anew, in their order.
struct Rewriting {
  let bytes: Redactor.Bytes
  private var result: [UInt8] = []
  private var copied = 0

  init(_ bytes: Redactor.Bytes) { self.bytes = bytes }

  /// Writes another text in a place, unless there is none.
  mutating func replace(_ range: Range<Int>, with text: [UInt8]?) {
    guard let text, range.lowerBound >= copied else { return }
    result.append(contentsOf: bytes[copied..<range.lowerBound])
    result.append(contentsOf: text)
    copied = range.upperBound
  }

  /// The new text; nil if nothing was replaced.
  var text: [UInt8]? { copied == 0 && result.isEmpty ? nil : result + bytes[copied...] }
}
