/// Texts that are nothing else: looks, names with values on a line, and JSON and addresses among them.
extension Redactor {
  enum Lines {
    case plain
    /// What is not in quotes is an expression.
    case code
    /// Only looks count.
    case binary
    /// JSON in it has been given up.
    case broken
  }

  private enum Role: UInt8 { case plain, word, other, sign, dash }

  private static let roles: [Role] = (0...255).map { byte -> Role in
    switch UInt8(byte) {
    case .colon, .equals: .sign
    case UInt8(ascii: "-"): .dash
    case let byte where SecretLook.beginnings.contains(byte): .plain
    case let byte: SecretProse.beginnings.contains(byte) ? .word : .other
    }
  }

  mutating func lines(_ bytes: Bytes, as style: Lines = .plain) -> [UInt8]? {
    guard style == .plain || style == .code else { return walk(bytes, as: style) }
    return afterObjects(bytes) { $0.walk($1, as: style) }
  }

  private mutating func walk(_ bytes: Bytes, as style: Lines) -> [UInt8]? {
    var text = Rewriting(bytes)
    let roles = Self.roles
    let looks = redaction.knowsLooks
    var (position, tokenlessEnd, valueEnd) = (0, 0, 0)
    while position < bytes.count {
      switch roles[Int(bytes[position])] {
      case .plain:
        guard looks, isBeginning(position, in: bytes) else { break }
        var range = looking(bytes, from: position, tokenlessEnd: &tokenlessEnd)
        if range == nil, style == .plain { range = SecretProse.secret(bytes, from: position) }
        guard let range else { break }
        position = hide(range, in: &text)
        continue
      case .word where style == .plain && looks:
        guard isBeginning(position, in: bytes),
          let range = SecretProse.secret(bytes, from: position)
        else { break }
        position = hide(range, in: &text)
        continue
      case .sign where style != .binary || redaction.hasNames:
        position = pair(at: position, as: style, endingAt: &valueEnd, in: &text)
        continue
      case .dash:
        if looks, let end = SecretLook.endOfPEM(bytes, from: position) {
          position = hide(position..<end, in: &text)
          continue
        }
      default: break
      }
      position += 1
    }
    return text.text
  }

  /// What looks like a secret and begins at a place; nil if nothing does.
  private mutating func looking(
    _ bytes: Bytes, from start: Int, tokenlessEnd: inout Int
  ) -> Range<Int>? {
    if let end = SecretLook.end(of: bytes, from: start, tokenlessEnd: &tokenlessEnd) {
      return start..<end
    }
    guard let range = SecretLook.credential(bytes, from: start) else { return nil }
    if bytes[start] | 0x20 == 0x62, bytes[start + 1] | 0x20 == 0x61 {
      pool.add(userAndPassword: Base64.decode(bytes[range]) ?? [])
    }
    return range
  }

  private mutating func hide(_ range: Range<Int>, in text: inout Rewriting) -> Int {
    if let mark = replacement(of: text.bytes[range]) { text.replace(range, with: mark) }
    return range.upperBound
  }

  private func isBeginning(_ place: Int, in bytes: Bytes) -> Bool {
    guard place > 0 else { return true }
    let before = bytes[place - 1]
    return !before.isASCIIAlphanumeric && before != UInt8(ascii: "_")
      || place >= 2 && bytes[place - 2] == UInt8(ascii: "\\")
      || place >= 3 && bytes[place - 3] == .percent
  }

  /// The name before a sign and the value behind it; where to go on.
  ///
  /// - Parameter valueEnd: Where the last value ended, for in `a=b=c` each is part of the one before.
  private mutating func pair(
    at sign: Int, as style: Lines, endingAt valueEnd: inout Int, in text: inout Rewriting
  ) -> Int {
    let bytes = text.bytes
    if bytes.hasBytes(Array("://".utf8), at: sign), style != .binary {
      return address(around: sign, in: &text)
    }
    let (name, start) = Self.name(before: sign, in: bytes)
    guard !name.isEmpty, name.upperBound - name.lowerBound > 1 || redaction.hasNames else {
      return sign + 1
    }
    let isPair = bytes[sign] == .equals
    let judgement = judge(bytes.slice(name), in: isPair ? .pair : .field)
    guard judgement.kind > .plain || judgement.kind == .kept else { return sign + 1 }
    guard style != .binary || judgement.kind == .named else { return sign + 1 }
    var first = sign + 1
    // `=>` and `:=` are signs as well, but `==` compares.
    if first < bytes.count, bytes[first] == (isPair ? UInt8(ascii: ">") : .equals) { first += 1 }
    if first < bytes.count, bytes[first] == .equals { return first + 1 }
    while first < bytes.count, bytes[first].isBlank { first += 1 }
    guard first < bytes.count else { return first }
    if style == .plain || style == .code, bytes[first] == .openBracket || bytes[first] == 0x7B {
      return json(from: first, as: judgement.kind, into: &text).rest
    }
    let quoted = Self.quoted(at: first, in: bytes)
    let value =
      quoted
      ?? (style == .code
        ? Self.digits(at: first, in: bytes)
        : Self.bare(
          at: first, isPair: isPair, isLine: Self.beginsLine(start, in: bytes),
          endingAt: &valueEnd, in: bytes))
    guard let value, !value.isEmpty else { return first }
    let own = bytes.slice(value)
    if judgement.isCount || !isPair && judgement.isNoNumber(of: own.count),
      own.allSatisfy({ $0 &- 0x30 < 10 })
    {
      return value.upperBound
    }
    guard judgement.kind != .kept else {
      pool.keep(own)
      return value.upperBound
    }
    let isSecret =
      judgement.kind == .named || judgement.kind == .hinted && SecretLook.isRandom(own)
      || judgement.kind >= .secret && !SecretLook.isTrivial(own) && !own.elementsEqual(Self.mark)
        && !Self.isSame(bytes.slice(name), own)
        && !(style == .code && own.first([0x24, 0x7B], from: 0) != nil)
    guard isSecret else { return first }
    if quoted != nil { lookInto(Array(own)) }
    // A sentence behind a colon is no secret that others may repeat.
    if isPair || quoted != nil || !own.contains(.space) || own.contains(where: { $0 &- 0x30 < 10 })
    {
      pool.add(own)
    } else {
      pool.note(own)
    }
    if own.contains(.percent) || own.contains(.plus) {
      pool.add(TextCoding.withoutPercent(own, plusIsSpace: true))
    }
    if own.contains(UInt8(ascii: "\\")) { pool.add(decoded(own)) }
    if !spares(own) { text.replace(value, with: self.name(of: own)) }
    return value.upperBound
  }

  /// The word before a sign, perhaps in quotes, and where it begins with them.
  private static func name(before sign: Int, in bytes: Bytes) -> (name: Range<Int>, start: Int) {
    var end = sign
    while end > 0, sign - end < 4, bytes[end - 1] == .space { end -= 1 }
    let isQuoted = end > 0 && isQuote(bytes[end - 1])
    if isQuoted { end -= 1 }
    if isQuoted, end > 0, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    var start = end
    while start > 0, end - start < 100, isInName(bytes[start - 1]) { start -= 1 }
    let name = start..<end
    // A quote that nothing opens ends another text, whose last word is no name.
    if isQuoted, start == 0 || bytes[start - 1] != bytes[sign - 1] && bytes[sign - 1] != .space {
      return (sign..<sign, sign)
    }
    while start > 0, isQuote(bytes[start - 1]) || bytes[start - 1] == 0x5C { start -= 1 }
    // `$password: String!` declares a variable.
    return start > 0 && bytes[start - 1] == 0x24 ? (sign..<sign, sign) : (name, start)
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte >= 0x80 || [0x2D, 0x5F, 0x2E, 0x5B, 0x5D, 0x25].contains(byte)
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == 0x22 || byte == 0x27 || byte == 0x60
  }

  private static func beginsLine(_ place: Int, in bytes: Bytes) -> Bool {
    var place = place
    while place > 0, bytes[place - 1].isBlank || bytes[place - 1] == 0x2D { place -= 1 }
    return place == 0 || bytes[place - 1] == 10 || bytes[place - 1] == 13
  }

  /// What stands between the quotes that begin here; up to the end of the line if they never end.
  private static func quoted(at start: Int, in bytes: Bytes) -> Range<Int>? {
    let isEscaped = bytes[start] == 0x5C
    let first = isEscaped ? bytes.firstPlace(from: start) { $0 != 0x5C } ?? start : start
    guard first < bytes.count, isQuote(bytes[first]) else { return nil }
    let quote = bytes[first]
    var end = first + 1
    while end < bytes.count, bytes[end] != quote, bytes[end] != 10 || quote == 0x60 {
      if bytes[end] == 0x5C {
        if isEscaped { break }
        end += 1
      }
      end += 1
    }
    return first + 1..<min(end, bytes.count)
  }

  private static func digits(at start: Int, in bytes: Bytes) -> Range<Int>? {
    let end = bytes.firstPlace(from: start) { $0 &- 0x30 > 9 } ?? bytes.count
    let endsThere = end == bytes.count || !bytes[end].isASCIIAlphanumeric && bytes[end] != .dot
    return end > start && endsThere ? start..<end : nil
  }

  /// A value without quotes: behind an equals sign up to what ends it, behind a colon the rest of the
  /// line if the name began it, and otherwise a word with a digit in it.
  private static func bare(
    at start: Int, isPair: Bool, isLine: Bool, endingAt valueEnd: inout Int, in bytes: Bytes
  ) -> Range<Int>? {
    if isPair {
      if start >= valueEnd {
        valueEnd =
          bytes.firstPlace(from: start) { $0 <= 0x20 || "&#\"'<>\\`".utf8.contains($0) }
          ?? bytes.count
      }
      return start..<valueEnd
    }
    guard !"[${(<".utf8.contains(bytes[start]) else { return nil }
    if isLine {
      var end = bytes.firstPlace(from: start) { $0 < 0x20 && $0 != 9 || $0 == 0x22 } ?? bytes.count
      while end > start, bytes[end - 1].isBlank { end -= 1 }
      return end > start && !"!{".utf8.contains(bytes[end - 1]) ? start..<end : nil
    }
    // A word is no longer.
    let word = bytes.longestWord(from: start)
    let end =
      start + (word.firstPlace { $0 <= 0x20 || ",;){}]\"'<>\\&".utf8.contains($0) } ?? word.count)
    return bytes[start..<end].contains { $0 &- 0x30 < 10 } ? start..<end : nil
  }

  /// The address whose scheme ends at a place.
  private mutating func address(around colon: Int, in text: inout Rewriting) -> Int {
    let bytes = text.bytes
    var start = colon
    while start > 0, colon - start < 20, bytes[start - 1].isASCIIAlphanumeric { start -= 1 }
    let end =
      bytes.firstPlace(from: colon + 3) { $0 <= 0x20 || "\"'<>\\`{}|^".utf8.contains($0) }
      ?? bytes.count
    if let clean = address(bytes.slice(start..<end)) { text.replace(start..<end, with: clean) }
    return max(end, colon + 3)
  }
}
