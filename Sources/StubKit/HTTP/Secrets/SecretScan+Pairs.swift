/// `name=value` and `name: value`, in queries, forms, headers, code and prose.
extension SecretScan {
  private static let quote = UInt8(ascii: "\"")
  private static let apostrophe = UInt8(ascii: "'")

  mutating func takeEquals() {
    let place = position
    var name = word
    position += 1
    if name.isEmpty, style == .text { name = wordBeforeBlanks(place) }
    beginWord()
    guard !name.isEmpty, place + 1 < bytes.count, bytes[place + 1] != .equals || style != .text
    else { return }
    let judgement = judgePair(name)
    var start = place + 1
    if style == .text, name.upperBound < place {
      while start < bytes.count, bytes[start] == .space { start += 1 }
    }
    if let (content, end) = quoted(at: start) {
      take(content, closing: end, by: judgement)
    } else {
      take(start..<endOfValue(from: start), closing: nil, by: judgement)
    }
  }

  private mutating func judgePair(_ name: Range<Int>) -> SecretName {
    let raw = slice(name)
    guard raw.contains(.percent) || raw.contains(.plus) else { return judge(raw, in: .pair) }
    return DecodedText.percent(raw, plusIsSpace: true).withUnsafeBufferPointer {
      judge($0, in: .pair)
    }
  }

  private mutating func take(_ range: Range<Int>, closing: Int?, by name: SecretName) {
    let value = slice(range)
    let isSecret: Bool =
      switch name.kind {
      case .kept, .plain: false
      case .hinted: SecretLook.isRandom(value) || name.isCode && isInLogin()
      case .secret, .whole: !SecretLook.isTrivial(value) && !(name.isCount && isNumber(value))
      case .named: true
      }
    if let closing, mayBeNoValue(range, closing: closing) {
      if isSecret { hidePair(range) }
      goOn(at: range.lowerBound)
      // An apostrophe may be no more than that, but not in a tag.
      if bytes[closing] == Self.quote || isInTag { enterString(endingAt: range.upperBound) }
    } else if name.kind == .kept {
      keep(DecodedText.percent(value, plusIsSpace: style == .form))
      keep(value)
      move(to: closing.map { $0 + 1 } ?? range.upperBound)
    } else if isSecret {
      hidePair(range)
      if let closing { move(to: closing + 1) }
    } else if range.upperBound > encodedEnd,
      closing == nil || !value.contains(where: Self.isUnencoded)
    {
      encodedEnd = range.upperBound
      if value.contains(.percent), rules.depth < 3 { takeEncoded(range) }
    }
  }

  /// Whether what stands in quotes may as well stand between two others, as behind `"Your password:"`,
  /// or around an apostrophe in a text: then it is read all the same.
  private func mayBeNoValue(_ range: Range<Int>, closing: Int) -> Bool {
    isGap(range) || bytes[closing] == Self.apostrophe && slice(range).contains(Self.quote)
  }

  /// Whether a byte is in no text that is percent-encoded.
  private static func isUnencoded(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == quote || byte == UInt8(ascii: "<")
  }

  /// Whether what stands in quotes begins like what stands between two texts in quotes.
  func isGap(_ range: Range<Int>) -> Bool {
    guard let first = slice(range).first else { return false }
    return Self.endings.contains(first)
      || endOfBlanks(from: range.lowerBound, layers: 1) > range.lowerBound
  }

  private static let endings = Set(",;:.)]}>+/".utf8)

  private mutating func hidePair(_ range: Range<Int>) {
    let value = slice(range)
    let decoded = DecodedText.percent(value, plusIsSpace: style != .text)
    add(decoded)
    add(Array(value))
    // In a text nobody can tell whether a plus is a space.
    if style == .text, value.contains(.plus) { add(DecodedText.percent(value, plusIsSpace: true)) }
    // It may stand in a string, and in a string of that one.
    for layers in 1...2 where value.contains(UInt8(ascii: "\\")) {
      add(DecodedText.json(value, layers: layers))
    }
    if !rules.spared.contains(decoded) { edit(range, Self.mark) }
    move(to: range.upperBound)
  }

  /// A value that holds another text with names of its own, encoded: JSON, an address, a form.
  private mutating func takeEncoded(_ range: Range<Int>) {
    let value = slice(range)
    let decoded = DecodedText.percent(value, plusIsSpace: style == .form)
    guard decoded.count < value.count, let redacted = nested(decoded) else { return }
    edit(
      range, DecodedText.percentEncoded(redacted, spaceIsPlus: style == .form), keepsRest: true)
    move(to: range.upperBound)
  }

  /// Whether other names tell that a code is that of a login.
  private mutating func isInLogin() -> Bool {
    if let isLogin { return isLogin }
    let isLogin = Self.companions.contains { whole.first($0, from: 0) != nil }
    self.isLogin = isLogin
    return isLogin
  }

  private static let companions = [
    "state=", "grant_type", "redirect_uri", "code_verifier", "oauth",
  ]
  .map { Array($0.utf8) }

  private func isNumber(_ value: Bytes) -> Bool { value.allSatisfy { $0 &- 0x30 < 10 } }

  /// A word with nothing but blanks between it and a place.
  private func wordBeforeBlanks(_ place: Int) -> Range<Int> {
    var end = place
    while end > 0, place - end < 4, bytes[end - 1] == .space { end -= 1 }
    guard end < place else { return place..<place }
    var start = end
    while start > 0, end - start < 100, isNamePart(bytes[start - 1]) { start -= 1 }
    return start..<end
  }

  /// What stands between two apostrophes before a place, as a name does in some languages.
  private func wordInApostrophes(before place: Int) -> Range<Int> {
    var end = place - 1
    while end > 0, bytes[end] == .space { end -= 1 }
    guard end > 0, bytes[end] == Self.apostrophe else { return place..<place }
    var start = end
    while start > 0, end - start < 100, isNamePart(bytes[start - 1]) { start -= 1 }
    return start > 0 && bytes[start - 1] == Self.apostrophe ? start..<end : place..<place
  }

  private func isNamePart(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == 0x2D || byte == 0x5F || byte == .dot || byte >= 0x80
  }

  /// What stands between the quotes that begin here.
  private func quoted(at start: Int) -> (content: Range<Int>, end: Int)? {
    guard start < bytes.count, style == .text else { return nil }
    if bytes[start] == Self.apostrophe {
      // One in a string of JSON is closed within it, or is an apostrophe. Elsewhere it is one unless it
      // is closed on the same line.
      let limit = isInTag ? bytes.count : endOfString(around: start)
      var end = start + 1
      while end < limit, bytes[end] != Self.apostrophe, isInTag || bytes[end] != 10 { end += 1 }
      return end < limit && bytes[end] == Self.apostrophe ? (start + 1..<end, end) : nil
    }
    for layers in 0...3 {
      guard let content = stringStart(at: start, layers: layers) else { continue }
      guard let close = closingQuote(from: content, layers: layers) else { return nil }
      let range = content..<max(content, close - escapes(layers))
      // What closes the string that the name stands in opens no value, unless it was never closed.
      return endsString(at: start) && isGap(range) ? nil : (range, close)
    }
    return nil
  }

  private mutating func endOfValue(from start: Int) -> Int {
    if start <= valueEnd { return valueEnd }
    valueEnd = firstEnd(from: start)
    return valueEnd
  }

  private func firstEnd(from start: Int) -> Int {
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      let ends: Bool
      if style == .text {
        switch byte {
        case .ampersand, .numberSign, Self.quote, Self.apostrophe, UInt8(ascii: "<"),
          UInt8(ascii: ">"), UInt8(ascii: "\\"), 0...0x20:
          ends = true
        default: ends = false
        }
      } else {
        ends = byte == .ampersand || byte == .numberSign
      }
      if ends { return place }
      place += 1
    }
    return place
  }
}

/// Names before a colon.
extension SecretScan {
  mutating func takeColon() {
    if style != .form, bytes.hasBytes([.slash, .slash], at: position + 1) {
      takeUser()
      return
    }
    let place = position
    defer {
      position = max(position, place + 1)
      if style == .text { beginWord() }
    }
    guard style == .text else { return }
    var name = word
    if name.isEmpty { name = wordBeforeBlanks(place) }
    if name.isEmpty { name = wordInApostrophes(before: place) }
    // In a form of GraphQL a name may have a sign before it, and is a variable.
    guard name.count > 2, name.count < 100, bytes[name.lowerBound] != UInt8(ascii: "$") else {
      return
    }
    let isHeader = isAtLineStart(name.lowerBound)
    let judgement = judge(slice(name), in: .field)
    guard judgement.kind >= .hinted || judgement.kind == .kept else { return }
    var start = place + 1
    while start < bytes.count, bytes[start] == .space || bytes[start] == 9 { start += 1 }
    guard start < bytes.count else { return }
    if let (content, end) = quoted(at: start) {
      position = content.lowerBound
      take(content, closing: end, by: judgement)
    } else if judgement.kind >= .secret {
      takeUnquoted(start, isHeader: isHeader, by: judgement)
    }
  }

  private mutating func takeUnquoted(_ start: Int, isHeader: Bool, by name: SecretName) {
    let scalar = start..<endOfDigits(from: start)
    if !scalar.isEmpty, scalar.upperBound == bytes.count || endsScalar(bytes[scalar.upperBound]) {
      if !name.isCount, start > position + 1 || name.kind >= .whole {
        hideNumber(scalar, layers: endOfString(around: start) < bytes.count ? nil : 0)
      }
      return
    }
    guard isHeader else { return }
    var end = start
    while end < bytes.count, bytes[end] >= 0x20, bytes[end] != Self.quote, bytes[end] != 0x5C {
      end += 1
    }
    let value = slice(start..<end)
    guard let first = value.first, ![.openBracket, 0x24, 0x28, 0x3C, 0x7B].contains(first),
      value.last != UInt8(ascii: "!"), !SecretLook.isTrivial(value)
    else { return }
    // A sentence behind a colon is no secret that others may repeat.
    if value.contains(where: { $0 &- 0x30 < 10 }) {
      hide(start..<end)
    } else {
      if !rules.spared.contains(Array(value)) { edit(start..<end, Self.mark) }
      move(to: end)
    }
  }

  private func endOfDigits(from start: Int) -> Int {
    bytes[start...].firstIndex { $0 &- 0x30 >= 10 } ?? bytes.count
  }

  private func isAtLineStart(_ place: Int) -> Bool {
    var place = place - 1
    while place >= 0, bytes[place] == .space || bytes[place] == UInt8(ascii: "-") { place -= 1 }
    return place < 0 || bytes[place] == 10 || bytes[place] == 13
      || bytes[place] == UInt8(ascii: "n") && place > 0 && bytes[place - 1] == 0x5C
  }

  /// The user and the password before the host of an address.
  private mutating func takeUser() {
    let start = position + 3
    goOn(at: start)
    guard rules.redaction.knowsLooks else { return }
    var (end, at): (Int, Int?) = (start, nil)
    loop: while end < bytes.count {
      switch bytes[end] {
      case .at: at = end
      case .slash, .questionMark, .numberSign, Self.quote, Self.apostrophe, 0x5C, 0x3C, 0x3E,
        0...0x20:
        break loop
      default: break
      }
      end += 1
    }
    guard let at, at > start else { return }
    let user = slice(start..<at)
    pool.add(userAndPassword: DecodedText.percent(user))
    pool.add(userAndPassword: Array(user))
    if !rules.spared.contains(Array(user)) { edit(start..<at, Self.mark) }
    move(to: at)
  }
}
