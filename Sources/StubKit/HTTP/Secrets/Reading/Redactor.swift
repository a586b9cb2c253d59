import Foundation

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
  var spared: Set<[UInt8]> = []
  /// Whether a user stays where the password is taken out, as a help to whoever reads a report.
  var keepsUser = false
  /// What was found so far.
  var pool = SecretPool()
  /// What secrets are called; nil where all of them are called the same, as in a report.
  var names: SecretNames?
  /// Whether a text may take the place of a number in JSON: in a request, which no client reads.
  var isRequest = false
  /// How deep the text stands in others.
  private var depth = 0
  /// What names have been found to say.
  private var known: [UInt64: NameFacts] = [:]

  package init(_ redaction: Redaction) {
    self.redaction = redaction
    spared = redaction.keptValues
  }

  /// A body of a request or a response of some type.
  mutating func body(_ data: Data, type: String?, isRequest: Bool) -> Data {
    guard !data.isEmpty, !redaction.isNothing else { return data }
    self.isRequest = isRequest
    return content(Array(data), type: type).map { Data($0) } ?? data
  }

  /// Any text, such as a message, a comment, or the value of a header.
  package mutating func text(_ text: String) -> String {
    guard !redaction.isNothing else { return text }
    isRequest = false
    return rewritten(text) { redactor, bytes in
      switch TextFormat(sniffing: bytes) {
      // A sentence, a list, a number: by its signs it may look like anything.
      case .form, .base64, .table, .code, .binary, .text: redactor.lines(bytes)
      case .address, .markup, .tagged, .operation, .parts: redactor.content(Array(bytes))
      }
    }
  }

  /// An address.
  mutating func address(_ text: String) -> String {
    guard !redaction.isNothing else { return text }
    return rewritten(text) { redactor, bytes in redactor.address(bytes) }
  }

  private mutating func rewritten(
    _ text: String, _ rewrite: (inout Redactor, Bytes) -> [UInt8]?
  ) -> String {
    text.withBytes { rewrite(&self, $0) }.map { String(decoding: $0, as: UTF8.self) } ?? text
  }
}

/// What every reader asks.
extension Redactor {
  /// A text without its secrets; nil if it has none.
  mutating func content(_ text: [UInt8], type: String? = nil) -> [UInt8]? {
    text.withUnsafeBufferPointer { bytes in
      switch TextFormat(of: bytes, type: type) {
      case .parts(let boundary): parts(bytes, boundary: boundary) ?? lines(bytes)
      case .form: pairs(bytes, plusIsSpace: true)
      case .address: address(bytes)
      case .markup: markup(bytes)
      case .tagged: afterObjects(bytes) { $0.tagged($1) }
      case .operation: operation(bytes)
      case .base64: base64(text)
      case .table(let separator): afterObjects(bytes) { $0.table($1, separator: separator) }
      case .code: lines(bytes, as: .code)
      case .binary: lines(bytes, as: .binary)
      case .text: lines(bytes)
      }
    }
  }

  /// Objects first, in whose strings anything may look like a tag, a cell, or a value that goes on in them.
  mutating func afterObjects(
    _ bytes: Bytes, _ read: (inout Redactor, Bytes) -> [UInt8]?
  ) -> [UInt8]? {
    guard let start = bytes.firstPlace(where: { $0 == 0x7B || $0 == .openBracket }) else {
      return read(&self, bytes)
    }
    var text = Rewriting(bytes)
    let end = objects(from: start, in: &text)
    let isAll =
      bytes.firstPlace { $0 > 0x20 } == start && bytes.firstPlace(from: end) { $0 > 0x20 } == nil
    guard !isAll else { return text.text }
    guard let clean = text.text else { return read(&self, bytes) }
    return clean.withUnsafeBufferPointer { read(&self, $0) } ?? clean
  }

  /// JSON wherever it begins.
  ///
  /// - Returns: Where the first value of it ends.
  private mutating func objects(from start: Int, in text: inout Rewriting) -> Int {
    let bytes = text.bytes
    var (position, jsonEnd, firstEnd) = (start, 0, 0)
    while position < bytes.count {
      if position >= jsonEnd, bytes[position] == 0x7B || bytes[position] == .openBracket {
        (position, jsonEnd) = json(from: position, as: .plain, into: &text)
        if firstEnd == 0 { firstEnd = position }
      } else {
        position += 1
      }
    }
    return firstEnd
  }

  /// A text that begins like markup, but does not say that it is.
  private mutating func tagged(_ bytes: Bytes) -> [UInt8]? {
    guard let clean = markup(bytes) else { return lines(bytes) }
    // What is no markup has said by its lines what may be said elsewhere.
    _ = lines(bytes)
    return clean.withUnsafeBufferPointer { lines($0) } ?? clean
  }

  /// What takes the place of a decoded value under a name that says so much; nil if it stays.
  ///
  /// - Parameter name: The name, which says nothing where a text only repeats it.
  mutating func value(_ text: [UInt8], as kind: Kind, of name: Bytes? = nil) -> [UInt8]? {
    if isSecret(text, as: kind, of: name) {
      lookInto(text)
      return replacement(of: text)
    }
    guard kind != .kept, text.count > 4, text.count > 11 || Self.hasSigns(text) else { return nil }
    // What is nested deeper is no more than lines.
    guard depth < 3 else { return text.withUnsafeBufferPointer { lines($0, as: .broken) } }
    return nested(text)
  }

  /// Notes what stands in a text that is hidden as a whole: it may be said elsewhere by itself.
  mutating func lookInto(_ text: [UInt8]) {
    if text.count > 11, depth < 3 { _ = nested(text) }
  }

  private mutating func nested(_ text: [UInt8]) -> [UInt8]? {
    depth += 1
    defer { depth -= 1 }
    return content(text)
  }

  private mutating func isSecret(_ text: [UInt8], as kind: Kind, of name: Bytes?) -> Bool {
    switch kind {
    case .plain: return false
    case .kept:
      pool.keep(text)
      return false
    case .hinted: return text.withUnsafeBufferPointer(SecretLook.isRandom)
    case .secret, .whole:
      return !text.withUnsafeBufferPointer { value in
        SecretLook.isTrivial(value) || kind == .secret && SecretLook.isState(value)
          || name.map { Self.isSame($0, value) } ?? false
      }
    case .named: return true
    }
  }

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

  /// What is written for a value.
  mutating func name(of value: some Collection<UInt8>) -> [UInt8] {
    guard let names else { return Self.mark }
    guard let start = Self.credential(in: value) else { return names.name(of: value) }
    return value[..<start] + names.name(of: value[start...])
  }

  /// Whether a value stays.
  func spares(_ value: some Collection<UInt8>) -> Bool {
    guard !spared.isEmpty else { return false }
    return spared.contains(Array(value))
      || Self.credential(in: value).map { spared.contains(Array(value[$0...])) } ?? false
  }

  /// Where a credential begins behind the name of its scheme, as a header has it; nil if there is none.
  static func credential<Value: Collection<UInt8>>(in value: Value) -> Value.Index? {
    guard let space = value.prefix(20).firstIndex(of: .space),
      schemes.contains(String(decoding: value[..<space], as: UTF8.self).lowercased())
    else { return nil }
    return value.index(after: space)
  }

  /// All that a name says, where what it stands in has one; nearly all names of a text come again and again.
  mutating func facts(of name: Bytes, in place: Redaction.Place, under parent: Bytes? = nil)
    -> NameFacts
  {
    var hash = ByteHash(seed: place == .header ? 1 : place == .pair ? 2 : 3)
    hash.combine(name)
    // More of what it stands in says nothing.
    let parent = parent.map { Bytes(rebasing: $0.suffix(60)) }
    if let parent { hash.combine(parent) }
    if let facts = known[hash.value] { return facts }
    let facts = NameFacts(of: name, in: place, under: parent, by: redaction)
    if known.count < 10_000 { known[hash.value] = facts }
    return facts
  }

  /// What a name says of its value.
  mutating func judge(_ name: Bytes, in place: Redaction.Place) -> SecretName {
    facts(of: name, in: place).judgement
  }

  /// JSON in base64, encoded again in the same alphabet.
  private mutating func base64(_ text: [UInt8]) -> [UInt8]? {
    guard let decoded = Base64.decode(text), let clean = value(decoded, as: .plain) else {
      return nil
    }
    let isURL = text.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    return Base64.encode(clean, isURL: isURL, isPadded: text.last == .equals)
  }

  /// Whether anything may stand in a text that is too short for a look.
  private static func hasSigns(_ text: [UInt8]) -> Bool {
    for byte in text where byte == .equals || byte == .colon { return true }
    return false
  }

  /// Whether a value has the letters in which its name ends, as a label has: `"login.password": "Password"`.
  static func isSame(_ name: Bytes, _ value: Bytes) -> Bool {
    guard value.count <= name.count + 4 else { return false }
    func letters(_ text: Bytes) -> [UInt8] {
      text.filter(\.isASCIIAlphanumeric).map(\.asciiLowercased)
    }
    let own = letters(value)
    return own.count >= 3 && letters(name).suffix(own.count).elementsEqual(own)
  }
}

extension Redactor {
  /// What takes out everywhere what was found anywhere; nil if nothing was.
  var cleaner: SecretCleaner? {
    pool.finder(sparing: spared).map { SecretCleaner($0, names: names) }
  }
}

/// A text with some places of it written anew, in their order.
struct Rewriting {
  let bytes: Redactor.Bytes
  private var result: [UInt8] = []
  private var copied = 0

  init(_ bytes: Redactor.Bytes) {
    self.bytes = bytes
  }

  mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
    guard range.lowerBound >= copied else { return }
    result.append(contentsOf: bytes[copied..<range.lowerBound])
    result.append(contentsOf: text)
    copied = range.upperBound
  }

  /// The new text; nil if nothing was replaced.
  var text: [UInt8]? { copied == 0 && result.isEmpty ? nil : result + bytes[copied...] }
}
