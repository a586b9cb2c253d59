/// Strings, and the names that they are: in JSON, in strings of JSON, and in what looks like it.
extension SecretScan {
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  mutating func takeQuote() {
    let start = position + 1
    let layers = layersOfQuote(at: position)
    // A closure would copy the scan for each quote, where nothing is optimised.
    var isClosing = false
    if let layers { isClosing = endsString(at: position - escapes(layers)) }
    leaveStrings()
    guard let layers, let close = closingQuote(from: start, layers: layers) else {
      return move(to: start)
    }
    let content = start..<max(start, close - escapes(layers))
    // What closes a string does not open the next, unless the string was never closed.
    if isClosing, isGap(content) { return move(to: start) }
    guard let value = valueBehindColon(from: close + 1, layers: layers) else {
      takeElement(content, closing: close, layers: layers)
      return
    }
    takeMember(content, valueAt: value, layers: layers)
  }

  /// A string that is no name: what a list holds, or anything between two quotes.
  private mutating func takeElement(_ content: Range<Int>, closing: Int, layers: Int) {
    let kind = isInList && isElement(before: content.lowerBound - 1 - escapes(layers))
    guard kind, surroundingKind >= .hinted else {
      if kind || !isGap(content) { enterString(endingAt: content.upperBound) }
      // A closing quote that was taken for an opening one would hide the next name: one by one.
      return move(to: content.lowerBound)
    }
    hide(content, if: surroundingKind, closing: closing, layers: layers)
  }

  private func isElement(before place: Int) -> Bool {
    var place = place - 1
    while place >= 0 {
      if isBlank(bytes[place]) {
        place -= 1
      } else if place > 0, isEscapedBlank(bytes[place]), bytes[place - 1] == Self.backslash {
        place -= 1
        while place >= 0, bytes[place] == Self.backslash { place -= 1 }
      } else {
        break
      }
    }
    return place >= 0 && (bytes[place] == .openBracket || bytes[place] == UInt8(ascii: ","))
  }

  /// A name with its value.
  private mutating func takeMember(_ name: Range<Int>, valueAt value: Int, layers: Int) {
    let isEscaped = slice(name).contains(Self.backslash)
    let (judgement, isHarmless) =
      isEscaped
      ? DecodedText.json(slice(name), layers: layers + 1).withUnsafeBufferPointer {
        judgeMember($0)
      }
      : judgeMember(slice(name))
    if judgement.kind == .kept {
      keepValue(at: value, layers: layers)
      return
    }
    let label = self.label(of: name)
    let kind = isHarmless ? .plain : max(judgement.kind, surroundingKind, label)
    if let start = stringStart(at: value, layers: layers), isNaming(name),
      let end = closingQuote(from: start, layers: layers)
    {
      let text = slice(start..<max(start, end - escapes(layers)))
      labelContainer(judge(text, in: .field).kind)
    }
    goOn(at: value)
    take(judgement, as: kind, valueAt: value, of: name, layers: layers)
  }

  /// Whether the value under a name is a name itself: `{"name": "password", "value": …}`.
  private func isNaming(_ name: Range<Int>) -> Bool {
    let name = slice(name)
    return ["name", "key", "field", "header"].contains {
      name.equalsIgnoringASCIICase(lowercased: $0)
    }
  }

  /// What the name beside it says of what stands under such a name.
  private func label(of name: Range<Int>) -> SecretName.Kind {
    let name = slice(name)
    let isValue = ["value", "values", "content", "text"].contains {
      name.equalsIgnoringASCIICase(lowercased: $0)
    }
    return isValue ? surroundingLabel : .plain
  }

  private mutating func judgeMember(_ name: Bytes) -> (name: SecretName, isHarmless: Bool) {
    var parent: Bytes?
    if let surroundingName { parent = slice(surroundingName) }
    let judgement = judge(name, in: .field, under: parent)
    let isHarmless =
      surroundingKind > .plain && judgement.kind <= .hinted && SecretName.isHarmless(name)
    return (judgement, isHarmless)
  }

  private mutating func take(
    _ name: SecretName, as kind: SecretName.Kind, valueAt value: Int, of range: Range<Int>,
    layers: Int
  ) {
    guard value < bytes.count else { return }
    if let start = stringStart(at: value, layers: layers) {
      guard let (content, last) = string(from: start, layers: layers) else { return }
      hide(content, if: kind, closing: last, layers: layers)
      return
    }
    switch bytes[value] {
    case UInt8(ascii: "{"), .openBracket:
      expectContainer(named: range, kind)
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      let end = endOfScalar(from: value)
      if kind == .named, bytes[value] == UInt8(ascii: "t") {
        edit(value..<end, Array("false".utf8))
      }
      goOn(at: end)
    case 0x30...0x39, UInt8(ascii: "-"):
      let end = endOfScalar(from: value)
      let isSecret = kind >= .secret || kind == .hinted && SecretLook.isRandom(slice(value..<end))
      if isSecret, kind == .named || !name.isCount {
        hideNumber(value..<end, layers: layers)
      }
    default:
      let end = endOfScalar(from: value)
      if kind >= .secret, end > value { hide(value..<end) }
    }
  }

  /// Takes a number out.
  ///
  /// - Parameter layers: In how many strings of JSON it stands as a number; nil if it is text there.
  mutating func hideNumber(_ range: Range<Int>, layers: Int?) {
    guard !range.isEmpty else { return }
    let quote =
      layers.map { [UInt8](repeating: Self.backslash, count: escapes($0)) + [Self.quote] } ?? []
    hide(range, as: rules.isTextForNumber ? quote + Self.mark + quote : [UInt8(ascii: "0")])
  }

  /// Takes a string out if it is a secret, or looks for some in it.
  private mutating func hide(
    _ content: Range<Int>, if kind: SecretName.Kind, closing: Int, layers: Int
  ) {
    if isSecret(slice(content), as: kind) {
      hide(content, layers: layers + 1)
      move(to: min(closing + 1, bytes.count))
      return
    }
    goOn(at: content.lowerBound)
    enterString(endingAt: content.upperBound)
    takeUnicodeEscapes(content, layers: layers)
  }

  /// JSON in a string whose quotes are written as `\u0022`, which the walk would not see.
  private mutating func takeUnicodeEscapes(_ content: Range<Int>, layers: Int) {
    guard layers == 0, rules.depth < 3, content.count > 12, hasUnicodeQuote(content) else { return }
    let decoded = DecodedText.json(slice(content), layers: 1)
    guard let redacted = nested(decoded) else { return }
    let text = StubJSON.string(String(decoding: redacted, as: UTF8.self)).data
    edit(content, Array(text.dropFirst().dropLast()), keepsRest: true)
    move(to: content.upperBound)
  }

  private func hasUnicodeQuote(_ content: Range<Int>) -> Bool {
    let escape = Array("u0022".utf8)
    for place in content.dropLast(5)
    where bytes[place] == Self.backslash && bytes.hasBytes(escape, at: place + 1) { return true }
    return false
  }

  /// A text that stands encoded in this one, without its secrets; nil if it has none.
  mutating func nested(_ text: [UInt8]) -> [UInt8]? {
    var rules = rules
    rules.depth += 1
    return text.withUnsafeBufferPointer { text in
      var scan = SecretScan(text, as: .text, by: rules)
      let redacted = scan.redacted()
      adopt(scan.pool)
      return redacted
    }
  }

  /// Leaves a value as it is, whatever it is.
  private mutating func keepValue(at value: Int, layers: Int) {
    goOn(at: value)
    guard value < bytes.count else { return }
    if let start = stringStart(at: value, layers: layers) {
      guard let (content, last) = string(from: start, layers: layers) else { return }
      keep(DecodedText.json(slice(content), layers: layers + 1))
      move(to: min(last + 1, bytes.count))
    } else if bytes[value] == UInt8(ascii: "{") || bytes[value] == .openBracket {
      goOn(at: endOfContainer(from: value))
    } else {
      let end = endOfScalar(from: value)
      keep(slice(value..<end))
      goOn(at: end)
    }
  }
}

/// Where things end.
extension SecretScan {
  /// How many backslashes stand before a quote in so many strings of JSON.
  func escapes(_ layers: Int) -> Int { (1 << layers) - 1 }

  /// In how many strings of JSON a quote stands, as its backslashes tell; nil if it is none.
  func layersOfQuote(at place: Int) -> Int? {
    if isInTag { return 0 }
    var count = 0
    while count < 8, place - count - 1 >= 0, bytes[place - count - 1] == Self.backslash {
      count += 1
    }
    switch count {
    case 0: return 0
    case 1: return 1
    case 3: return 2
    case 7: return 3
    default: return nil
    }
  }

  /// The quote that ends a string; nil if there is none before the string around it ends.
  func closingQuote(from start: Int, layers: Int) -> Int? {
    if isInTag, layers == 0 {
      return bytes.first(Self.quote, in: start..<endOfString(around: start - 1))
    }
    let (own, period) = (escapes(layers), 2 << layers)
    var run = 0
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      if byte == Self.backslash {
        run += 1
      } else {
        if byte == Self.quote {
          let rest = run % period
          if rest == own { return place }
          if rest != period - 1 { return nil }
        }
        run = 0
      }
      place += 1
    }
    return nil
  }

  /// What stands in the string that begins here, and the last of its bytes: the quote, if it has one.
  ///
  /// One that is never closed goes as far as what it stands in, and no further; but in a piece of the
  /// text it is none.
  mutating func string(from start: Int, layers: Int) -> (content: Range<Int>, last: Int)? {
    if let quote = closingQuote(from: start, layers: layers) {
      return (start..<max(start, quote - escapes(layers)), quote)
    }
    guard bytes.count == whole.count else { return nil }
    let end = endOfUnclosedString(from: start, layers: layers)
    return (start..<max(start, end), max(start, end - 1))
  }

  private mutating func endOfUnclosedString(from start: Int, layers: Int) -> Int {
    if unclosed.layers == layers, unclosed.range.contains(start) {
      return unclosed.range.upperBound
    }
    var end = start
    var run = 0
    while end < bytes.count {
      if bytes[end] == Self.quote, run % (2 << layers) < escapes(layers) {
        end -= run
        break
      }
      run = bytes[end] == Self.backslash ? run + 1 : 0
      end += 1
    }
    unclosed = (layers, start..<max(start, end))
    return end
  }

  /// The place of the value behind a colon; nil if there is no colon.
  func valueBehindColon(from start: Int, layers: Int) -> Int? {
    var place = endOfBlanks(from: start, layers: layers)
    guard place < bytes.count, bytes[place] == .colon else { return nil }
    place = endOfBlanks(from: place + 1, layers: layers)
    return place
  }

  func endOfBlanks(from start: Int, layers: Int) -> Int {
    var place = start
    while place < bytes.count {
      if isBlank(bytes[place]) {
        place += 1
      } else if layers > 0, bytes[place] == Self.backslash {
        var end = place
        while end < bytes.count, bytes[end] == Self.backslash { end += 1 }
        guard end < bytes.count, isEscapedBlank(bytes[end]) else { return place }
        place = end + 1
      } else {
        return place
      }
    }
    return place
  }

  /// Where the content of a string begins, if one begins here.
  func stringStart(at place: Int, layers: Int) -> Int? {
    let count = escapes(layers)
    guard place + count < bytes.count, bytes[place + count] == Self.quote else { return nil }
    for index in place..<(place + count) where bytes[index] != Self.backslash { return nil }
    return place + count + 1
  }

  func endOfScalar(from start: Int) -> Int {
    var place = start
    while place < bytes.count, !endsScalar(bytes[place]) { place += 1 }
    return place
  }

  func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "}"), .closeBracket, UInt8(ascii: ")"), Self.backslash,
      Self.quote, UInt8(ascii: "<"), 0...0x20:
      true
    default: false
    }
  }

  private func endOfContainer(from start: Int) -> Int {
    var (place, depth) = (start, 0)
    while place < bytes.count {
      switch bytes[place] {
      case Self.quote:
        if let layers = layersOfQuote(at: place),
          let close = closingQuote(from: place + 1, layers: layers)
        {
          place = close
        }
      case UInt8(ascii: "{"), .openBracket: depth += 1
      case UInt8(ascii: "}"), .closeBracket:
        depth -= 1
        if depth == 0 { return place + 1 }
      default: break
      }
      place += 1
    }
    return place
  }

  /// Whether a backslash before it makes a blank of it, in a string.
  private func isEscapedBlank(_ byte: UInt8) -> Bool {
    [UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t")].contains(byte)
  }

  func isBlank(_ byte: UInt8) -> Bool {
    byte == .space || byte == 9 || byte == 10 || byte == 13
  }
}
