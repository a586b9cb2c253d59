import Foundation

/// The secret values of a document, which are removed everywhere in it.
package struct SecretPool: Sendable {
  private enum Use {
    /// Found, but not looked for: a short value or a common word, or a request's short code, which
    /// is a number like any other elsewhere.
    case noted, code
    case secret
  }

  package private(set) var values: [[UInt8]] = []
  private var uses: [[UInt8]: Use] = [:]

  /// Shorter values would be found by chance all over a body, and longer ones are no passwords.
  private static let lengths = 4...1 << 16
  /// Shorter ones with a digit, such as a PIN, are looked for only as whole values.
  private static let least = 6

  private static let common = Set(
    """
    password passwd secret token bearer basic default string number object boolean undefined required \
    optional invalid missing expired hidden unknown example anonymous disabled enabled session cookie \
    authorization redacted google facebook github twitter public private
    """.split(separator: " ").map { Array($0.utf8) })

  mutating func add(_ value: some Collection<UInt8>) {
    var value = Self.trimmed(value)
    while value.count <= Self.lengths.upperBound,
      let start = value.withUnsafeBufferPointer(Redactor.credential)
    {
      if let pair = Redactor.pair(in: value) { add(userAndPassword: pair) }
      value = Self.trimmed(value[start...])
    }
    // No common word is longer than "authorization", and looking one up takes long.
    guard Self.lengths ~= value.count,
      value.count >= Self.least || value.contains(where: \.isDigit) && uses[value] != .code,
      value != Redactor.mark,
      value.count > 13 || !Self.common.contains(value.withUnsafeBufferPointer(\.lowercased))
    else { return note(value) }
    guard uses.updateValue(.secret, forKey: value) != .secret else { return }
    values.append(value)
    if value.first == 0x22, value.last == 0x22 {
      add(value.drop { $0 == 0x22 }.reversed().drop { $0 == 0x22 }.reversed())
    }
    // The scheme may also be an unknown one.
    guard value.withUnsafeBufferPointer({ $0.place(of: .space) < value.count }) else { return }
    let words = value.split(separator: .space, maxSplits: 2)
    if words.count == 2, words[1].contains(where: \.isDigit) { add(words[1]) }
  }

  /// Adds a value up to punctuation that may not belong to it.
  mutating func add(unquoted value: Redactor.Bytes) {
    var end = value.place(of: ",;)]}")
    while end > 0, ".!?:".utf8.contains(value[end - 1]) { end -= 1 }
    if end > 0, end < value.count { add(value.prefix(end)) }
  }

  mutating func note(code: Redactor.Bytes) {
    if code.count < Self.least { uses[Array(code)] = .code }
  }

  /// Notes a value that is not looked for elsewhere.
  mutating func note(_ value: some Collection<UInt8>) {
    let value = Self.trimmed(value)
    if 1...Self.lengths.upperBound ~= value.count, uses[value] == nil { uses[value] = .noted }
  }

  /// All values, short ones and common words included.
  package var found: Set<[UInt8]> { Set(uses.keys) }

  func has(_ value: [UInt8]) -> Bool { uses[value] != nil }

  /// Adds a user and a password that are written as one text; the user is no secret.
  mutating func add(userAndPassword pair: [UInt8]) {
    add(pair)
    guard let colon = pair.firstIndex(of: .colon) else { return }
    // A service that needs only a key takes it as the user.
    add(colon + 1 == pair.count ? pair[..<colon] : pair[(colon + 1)...])
  }

  /// Adds a cookie's value if it looks made up: `theme=default` must not change every "default".
  mutating func add(cookie value: [UInt8]) {
    let isMadeUp = value.withUnsafeBufferPointer { bytes in
      let hasLetter = bytes.place(of: .letter) < bytes.count
      return SecretLook.isRandom(bytes)
        || bytes.count >= (hasLetter ? 8 : 16) && bytes.place(of: .digit) < bytes.count
          && bytes[0] != .slash && !SecretShape.isDate(bytes)
    }
    guard isMadeUp else { return note(value) }
    add(value)
    if let undone = value.withUnsafeBufferPointer(TextCoding.percent.undone) { add(undone) }
  }

  func finder(sparing spared: Set<[UInt8]> = []) -> SecretFinder? {
    let secrets = values.suffix(SecretFinder.most).filter { !spared.contains($0) }
    return secrets.isEmpty ? nil : SecretFinder(secrets, partsFrom: Self.least)
  }

  static func trimmed(_ value: some Collection<UInt8>) -> [UInt8] {
    guard let start = value.firstIndex(where: { $0 > .space }) else { return [] }
    var trimmed = Array(value[start...])
    while let last = trimmed.last, last <= .space { trimmed.removeLast() }
    return trimmed
  }
}

/// Finds values in any text, in every encoding.
///
/// Values and texts are compared as written and with escapes undone; base64 has forms of its own.
package struct SecretFinder: Sendable {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  package struct Match: Equatable {
    package var range: Range<Int>
    package let secret: [UInt8]
    package let coding: Coding
  }

  package enum Coding: Equatable {
    case plain
    case base64(isURL: Bool, isPadded: Bool)
    /// In base64, together with neighbouring bytes.
    case within
  }

  private struct Form {
    let bytes: [UInt8]
    let secret: [UInt8]
    let coding: Coding
    /// Whether this counts only as a whole value.
    let isWhole: Bool
    /// Whether this is a plain word or number, which counts only where it stands alone.
    let isWord: Bool
    /// Whether this could be the name of a member, a field, a tag or an attribute, which stays.
    let mayBeName: Bool
    /// The place of the longest other form that this one begins with.
    var shorter: Int?

    /// A plain word is no part: a passphrase may contain somebody else's password.
    func isPart(of whole: [UInt8]) -> Bool {
      switch coding {
      case .plain:
        bytes.count < whole.count && secret.withUnsafeBufferPointer(SecretLook.isMadeUp)
          || bytes.count < secret.count && SecretShape.bare(secret)?.count == bytes.count
      case .base64: secret != whole
      case .within: false
      }
    }
  }

  /// The forms by their first four bytes, sorted: those that a text begins with are found in it as
  /// in a dictionary of words, since tokens of one service begin alike.
  private var forms: [UInt32: [Form]] = [:]
  private var beginnings = Beginnings()

  /// Only so many secrets are found in every encoding: more would take too long.
  fileprivate static let most = 5_000

  /// A secret shorter than `least` is found only where it is a whole value.
  package init(_ secrets: [[UInt8]], partsFrom least: Int = 0) {
    for (index, secret) in secrets.enumerated() {
      let isWhole = secret.count < least
      let isWord =
        secret.count < 12
        && (secret.allSatisfy(\.isDigit) || secret.allSatisfy { ($0 | 0x20) &- 0x61 < 26 })
      let mayBeName = isWord || secret.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 == 0x5F }
      let isPlain = isWhole || index >= Self.most
      for (written, coding) in isPlain ? [(secret, .plain)] : Self.forms(of: secret) {
        let undone = written.withUnsafeBufferPointer {
          UndoneText.hasEscapes($0) ? UndoneText($0).bytes : written
        }
        for var form in undone == written ? [written] : [undone, written] {
          // A trailing backslash would form an escape with the byte after it.
          while form.last == UInt8(ascii: "\\") { form.removeLast() }
          guard form.count >= 4 else { continue }
          beginnings.insert(form)
          let key = form.withUnsafeBufferPointer { Self.key($0, at: 0) }
          forms[key, default: []].append(
            Form(
              bytes: form, secret: secret, coding: coding, isWhole: isWhole,
              isWord: isWord && coding == .plain, mayBeName: mayBeName && coding == .plain))
        }
      }
    }
    for (key, found) in forms where found.count > 1 { forms[key] = Self.sorted(found) }
  }

  private static func forms(of secret: [UInt8]) -> [(written: [UInt8], coding: Coding)] {
    func cases(of text: [UInt8]) -> Set<[UInt8]> {
      let upper = text.map { ($0 | 0x20) &- 0x61 < 26 ? $0 & 0xDF : $0 }
      return [text, text.withUnsafeBufferPointer(\.lowercased), upper]
    }
    let ignoresCase = secret.count >= 16 && SecretShape(of: secret).ignoresCase
    // The form as it is comes first.
    let others = (ignoresCase ? cases(of: secret).subtracting([secret]) : [])
      .union(SecretShape.bare(secret).map(cases) ?? [])
    var forms = ([secret] + others).map { (written: $0, coding: Coding.plain) }
    func add(_ text: [UInt8], _ coding: (_ isURL: Bool) -> Coding) {
      forms.append((text, coding(false)))
      let other = Base64.forURL(text)
      if other != text { forms.append((other, coding(true))) }
    }
    // A secret that needs no padding may have a replacement that does.
    let needsPadding = secret.count % 3 > 0
    add(Base64.encode(secret)) { .base64(isURL: $0, isPadded: !needsPadding && !$0) }
    if needsPadding {
      add(Base64.encode(secret, isPadded: true)) { .base64(isURL: $0, isPadded: true) }
    }
    if secret.count >= 8 { for text in Base64.within(secret) { add(text) { _ in .within } } }
    return forms
  }

  /// Of equal forms, the first one comes last, where a search begins.
  private static func sorted(_ forms: [Form]) -> [Form] {
    func order(_ form: Form, _ other: Form) -> Int {
      form.bytes.withUnsafeBufferPointer { $0.order(from: 0, beside: other.bytes) }
    }
    var sorted = forms.reversed().sorted { order($0, $1) < 0 }
    var place: Int?
    for next in sorted.indices {
      while let last = place, order(sorted[next], sorted[last]) != 0 {
        place = sorted[last].shorter
      }
      sorted[next].shorter = place
      place = next
    }
    return sorted
  }

  private static func key(_ bytes: Bytes, at place: Int) -> UInt32 {
    UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt32.self)
  }

  /// Returns the places of secrets in order; overlapping ones are merged, so that no part remains.
  package func matches(in bytes: Bytes) -> [Match] {
    // Bytes that look like an escape may be none: `50%` before a value that begins with two digits.
    let asWritten = plainMatches(in: bytes)
    guard UndoneText.hasEscapes(bytes) else { return asWritten }
    let undone = UndoneText(bytes)
    let others = undone.bytes.withUnsafeBufferPointer({ plainMatches(in: $0) }).map { match in
      Match(range: undone.written(match.range), secret: match.secret, coding: match.coding)
    }
    let whole = asWritten.map { match in
      Match(range: undone.whole(match.range), secret: match.secret, coding: match.coding)
    }
    return whole.isEmpty ? others : Self.merged(whole + others)
  }

  /// Returns the secrets of which a client may have composed another one; each stands alone in it.
  func parts(of secret: [UInt8]) -> [Match] {
    secret.withUnsafeBufferPointer { bytes in
      plainMatches(in: bytes, partsOf: secret).filter { bytes.standsAlone($0.range) }
    }
  }

  private static func merged(_ matches: [Match]) -> [Match] {
    let sorted = matches.sorted {
      ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound)
    }
    var merged: [Match] = []
    for match in sorted {
      if let last = merged.last?.range, last.upperBound > match.range.lowerBound {
        merged[merged.count - 1].range =
          last.lowerBound..<max(last.upperBound, match.range.upperBound)
      } else {
        merged.append(match)
      }
    }
    return merged
  }

  private func plainMatches(in bytes: Bytes, partsOf whole: [UInt8]? = nil) -> [Match] {
    var matches: [Match] = []
    // A part stands alone.
    let isPart = whole != nil
    var position = bytes.place(of: beginnings, from: 0, isName: isPart)
    while position < bytes.count - 3 {
      if let form = form(at: position, in: bytes, partsOf: whole) {
        let range = position..<position + form.bytes.count
        matches.append(Match(range: range, secret: form.secret, coding: form.coding))
      }
      position = bytes.place(of: beginnings, from: position + 1, isName: isPart)
    }
    return Self.merged(matches)
  }

  private func form(at start: Int, in bytes: Bytes, partsOf whole: [UInt8]?) -> Form? {
    guard let forms = forms[Self.key(bytes, at: start)] else { return nil }
    var (low, high) = (0, forms.count)
    while low < high {
      let middle = (low + high) / 2
      let isBehind = bytes.order(from: start, beside: forms[middle].bytes) < 0
      (low, high) = isBehind ? (low, middle) : (middle + 1, high)
    }
    var place = low > 0 ? low - 1 : nil
    while let next = place {
      let form = forms[next]
      let range = start..<start + form.bytes.count
      if bytes.hasBytes(form.bytes, at: start) && (!form.isWhole || bytes.isValue(range))
        && (!form.isWord || bytes.standsAlone(range))
        && !(form.mayBeName && bytes.isName(range)) && (whole.map(form.isPart) ?? true)
      {
        return form
      }
      place = form.shorter
    }
    return nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Below 0 if the bytes from `start` on precede the other ones; 0 if they begin with them.
  fileprivate func order(from start: Int, beside other: [UInt8]) -> Int {
    guard let baseAddress else { return -1 }
    let order = memcmp(baseAddress + start, other, Swift.min(count - start, other.count))
    return order == 0 && count - start < other.count ? -1 : Int(order)
  }

  /// Whether the range is the name of a member, a field, a tag or an attribute.
  fileprivate func isName(_ range: Range<Int>) -> Bool {
    var place = range.upperBound
    if place < count, ByteSet.quote.contains(self[place]) || self[place] == 0x5C {
      place = end(of: .quote + "\\", from: place)
    }
    if place < count, self[place] == .equals { return true }
    place = end(of: .white, from: place)
    let isMember = has(":", at: place) && !has("://", at: place)
    let start = range.lowerBound
    let isTag = start > 0 && (self[start - 1] == 0x3C || start > 1 && has("</", at: start - 2))
    return isMember || isTag
  }

  /// Whether the range is a whole segment of a path, item, string, number, field, or line.
  fileprivate func isValue(_ range: Range<Int>) -> Bool {
    let (start, end) = (range.lowerBound, range.upperBound)
    let next = end < count ? self[end] : .lineFeed
    switch start > 0 ? self[start - 1] : .lineFeed {
    case .lineFeed: return ByteSet.lineEnd.contains(next)
    case .slash, .equals: return endsValue.contains(next)
    case 0x22: return next == 0x22 || next == 0x5C
    case UInt8(ascii: ">"): return next == UInt8(ascii: "<")
    default: return isScalar(range)
    }
  }

  /// Whether the range is a whole number or word of JSON, where a text would make it invalid.
  func isScalar(_ range: Range<Int>) -> Bool {
    var start = range.lowerBound
    while start > 0, self[start - 1] <= .space { start -= 1 }
    let end = end(of: .white, from: range.upperBound)
    return start > 0 && end < count && ":[,".utf8.contains(self[start - 1])
      && ",]}".utf8.contains(self[end])
  }

  func standsAlone(_ range: Range<Int>) -> Bool {
    (range.lowerBound == 0 || !self[range.lowerBound - 1].isASCIIAlphanumeric)
      && (range.upperBound == count || !self[range.upperBound].isASCIIAlphanumeric)
  }
}

private let endsValue: ByteSet = .white + "/?&#;,\"'<\\"
