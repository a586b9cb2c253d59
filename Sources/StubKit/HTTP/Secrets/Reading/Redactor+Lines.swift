extension Redactor {
  enum Lines {
    case plain
    /// A value without quotes is an expression, unless it is a number.
    case code
    /// Only looks count, and names that the user lists.
    case binary
    /// JSON in the text is not looked for.
    case broken
  }

  mutating func lines(_ bytes: Bytes, as style: Lines = .plain) -> [UInt8]? {
    guard style == .plain || style == .code else { return walk(bytes, as: style) }
    return afterObjects(bytes) { $0.walk($1, as: style) }
  }

  private mutating func walk(_ bytes: Bytes, as style: Lines) -> [UInt8]? {
    var text = Rewriting(bytes)
    var (tokenlessEnd, valueEnd, label) = (0, 0, SecretName.plain)
    var position = start(in: bytes, from: 0)
    while position < bytes.count {
      var next = position + 1
      if Self.signs.contains(bytes[position]) {
        if style != .binary || hasNames {
          next = pair(at: position, as: style, under: &label, endingAt: &valueEnd, in: &text)
        }
      } else if redaction.knowsLooks,
        let range = looking(bytes, from: position, as: style, tokenlessEnd: &tokenlessEnd)
      {
        text.replace(range, with: replacement(of: bytes.slice(range)))
        next = max(next, range.upperBound)
      }
      position = start(in: bytes, from: next)
    }
    return text.text
  }

  private mutating func looking(
    _ bytes: Bytes, from start: Int, as style: Lines, tokenlessEnd: inout Int
  ) -> Range<Int>? {
    if bytes[start] == 0x2D { return SecretLook.endOfPEM(bytes, from: start).map { start..<$0 } }
    if let end = SecretLook.end(of: bytes, from: start, tokenlessEnd: &tokenlessEnd) {
      return start..<end
    }
    if let end = SecretLook.endOfCredential(bytes, from: start) { return start..<end }
    return style == .plain ? SecretLook.said(bytes, from: start) : nil
  }

  /// Redacts a pair, and returns where to go on; in `a=b=c` both values end at `valueEnd`.
  private mutating func pair(
    at sign: Int, as style: Lines, under label: inout SecretName, endingAt valueEnd: inout Int,
    in text: inout Rewriting
  ) -> Int {
    let bytes = text.bytes
    if style != .binary, bytes.has("://", at: sign) { return address(around: sign, in: &text) }
    let (name, start) = Self.name(before: sign, in: bytes)
    guard !name.isEmpty, name.count > 1 || hasNames else { return sign + 1 }
    let isPair = bytes[sign] == .equals
    // A query is read as a whole, because one item may say what another one is.
    if isPair, style != .binary, start > 0, bytes[start - 1] == .questionMark {
      let end = Self.endOfAddress(from: start, in: bytes)
      text.replace(start..<end, with: pairs(bytes.slice(start..<end), in: .percent))
      return max(end, sign + 1)
    }
    var judgement = judge(bytes.slice(name), in: isPair ? .pair : .field)
    // In YAML, `value: x` may follow `name: API_TOKEN`.
    if !isPair, judgement.has(.value) {
      judgement.add(label)
      label = .plain
    }
    if !isPair, judgement.has(.naming) {
      let line = bytes.slice(sign + 1..<min(sign + 60, bytes.count))
      label = judge(label: line.slice(0..<line.place(of: .lineEnd)))
    }
    let kind = judgement.kind
    guard kind != .plain, style != .binary || kind == .named else { return sign + 1 }
    var first = sign + 1
    // `=>` and `:=` are signs as well, but `==` compares.
    if bytes.has(isPair ? ">" : "=", at: first) { first += 1 }
    if bytes.has("=", at: first) { return first + 1 }
    // `Key (token)=(x)`, in a message of a database.
    if bytes.has(")=(", at: sign - 1) { first += 1 }
    first = bytes.end(of: .blank, from: first)
    guard first < bytes.count else { return first }
    if style == .plain || style == .code, bytes[first] == .openBracket || bytes[first] == 0x7B {
      return json(from: first, as: judgement, into: &text).rest
    }
    let quoted = Self.quoted(at: first, in: bytes)
    // In `Error("Invalid token: "+text)` this quote ends a string.
    if style == .code, let quoted, !quoted.isEmpty, "+),;".utf8.contains(bytes[quoted.lowerBound]) {
      return first + 1
    }
    var value = quoted
    if quoted == nil, style == .code {
      value = Self.number(at: first, in: bytes)
    } else if quoted == nil {
      value = Self.bare(
        at: first, isPair: isPair, isLine: Self.beginsLine(start, in: bytes),
        endingAt: &valueEnd, in: bytes)
    }
    guard let value, !value.isEmpty else { return first }
    let own = bytes.slice(value)
    let isBare = !isPair && quoted == nil
    // The value may be a replacement already, because some texts are read twice.
    if reusesName(own) || isSaid(own, under: judgement, isBare: isBare) { return value.upperBound }
    let isExpression = style == .code && kind != .named && own.first("${") != nil
    guard isSecret(own, as: judgement, of: bytes.slice(name)), !isExpression else {
      return kind == .kept ? value.upperBound : first
    }
    if quoted != nil, kind < .named, own.contains(.equals),
      bytes.hasIgnoringCase("cookie", at: name.upperBound - 6)
    {
      text.replace(value, with: Array(cookies(in: own.text, isSet: true, under: kind).utf8))
      return value.upperBound
    }
    note(own, isQuoted: quoted != nil, isBare: isBare)
    if quoted == nil, style == .code {
      text.replace(value, with: replacement(ofNumber: own))
    } else if !spares(own) {
      text.replace(value, with: self.name(of: own))
    }
    return value.upperBound
  }

  /// Whether a line says something about a secret, such as `Password: at least 8 characters`.
  ///
  /// `isBare` tells whether the value follows a colon and has no quotes.
  private func isSaid(_ value: Bytes, under name: SecretName, isBare: Bool) -> Bool {
    isBare && (isAnswer || depth > 0) && value.contains(.space) && name.kind < .phrase
      && SecretLook.countOfWords(in: value) != nil
  }

  private mutating func note(_ value: Bytes, isQuoted: Bool, isBare: Bool) {
    if isQuoted { lookInto(value) } else { pool.add(unquoted: value) }
    // A sentence after a colon is hidden there, but not looked for elsewhere.
    if isBare, value.contains(.space), !value.contains(where: \.isDigit) {
      pool.note(value)
    } else {
      pool.add(value)
    }
    if let undone = TextCoding.form.undone(value) { pool.add(undone) }
    if let undone = TextCoding.json.undone(value) { pool.add(undone) }
  }

  private static let inName = ByteSet(0x80...0xFF) + .alphanumeric + "-_.[]%"

  private static func name(before sign: Int, in bytes: Bytes) -> (name: Range<Int>, start: Int) {
    var end = sign
    // `**Password**: x` in Markdown.
    while end > 0, sign - end < 4, " *".utf8.contains(bytes[end - 1]) { end -= 1 }
    if bytes.has(")=(", at: sign - 1) { end -= 1 }
    let quote = end > 0 && ByteSet.quote.contains(bytes[end - 1]) ? bytes[end - 1] : nil
    if quote != nil { end -= 1 }
    if quote != nil, end > 0, bytes[end - 1] == 0x5C { end -= 1 }
    var start = end
    while start > 0, end - start < 100, inName.contains(bytes[start - 1]) { start -= 1 }
    let name = start..<end
    let before = start > 0 ? bytes[start - 1] : 0
    // No name: a quote that closes another text, or a variable, as in `$password: String!`.
    if quote != nil, before != bytes[sign - 1], before == 0 || bytes[sign - 1] != .space {
      return (sign..<sign, sign)
    }
    while start > 0, ByteSet.quote.contains(bytes[start - 1]) || bytes[start - 1] == 0x5C {
      start -= 1
    }
    return start > 0 && bytes[start - 1] == 0x24 ? (sign..<sign, sign) : (name, start)
  }

  private static func beginsLine(_ place: Int, in bytes: Bytes) -> Bool {
    var place = place
    while place > 0, bytes[place - 1].isBlank || "-*>".utf8.contains(bytes[place - 1]) {
      place -= 1
    }
    return place == 0 || ByteSet.lineEnd.contains(bytes[place - 1])
  }

  private static let blockQuotes: [StaticString] = ["\"\"\"", "'''"]

  /// Returns the text in the quotes that begin here; if unclosed, the rest of the line or text.
  private static func quoted(at start: Int, in bytes: Bytes) -> Range<Int>? {
    let isEscaped = bytes[start] == 0x5C
    let first = isEscaped ? bytes.end(of: "\\", from: start) : start
    guard first < bytes.count, ByteSet.quote.contains(bytes[first]) else { return nil }
    if let mark = Self.blockQuotes.first(where: { bytes.has($0, at: first) }) {
      return first + 3..<(bytes.first(mark, from: first + 3) ?? bytes.count)
    }
    let quote = bytes[first]
    let ends = ByteSet(quote == 0x60 ? [quote, 0x5C] : [quote, 0x5C, .lineFeed])
    var end = bytes.place(of: ends, from: first + 1)
    while end < bytes.count, bytes[end] == 0x5C, !isEscaped {
      end = bytes.place(of: ends, from: end + 2)
    }
    return first + 1..<min(end, bytes.count)
  }

  private static func number(at start: Int, in bytes: Bytes) -> Range<Int>? {
    let end = bytes.end(of: .digit, from: start)
    let endsThere = end == bytes.count || !bytes[end].isASCIIAlphanumeric && bytes[end] != .dot
    return end > start && endsThere ? start..<end : nil
  }

  private static let endsPair: ByteSet = .white + "&#;\"'<>\\`"
  private static let endsSetting: ByteSet = .white + "&\"'<>\\`"
  private static let endsLine = ByteSet([UInt8](0..<9) + [UInt8](10..<0x20)) + "\""
  private static let endsWord: ByteSet = .white + ",;){}]\"'<>\\&"

  /// Returns a value without quotes: after an equals sign up to a byte that ends pairs; after a
  /// colon the rest of the line if the name begins the line, and otherwise one word, if it has a
  /// digit or a capital within.
  private static func bare(
    at start: Int, isPair: Bool, isLine: Bool, endingAt valueEnd: inout Int, in bytes: Bytes
  ) -> Range<Int>? {
    if isPair {
      if start >= valueEnd {
        let ends = isLine ? endsSetting : endsPair
        valueEnd = bytes.place(of: ends, from: start)
        // Another setting may follow: `AccountKey=b;EndpointSuffix=c`.
        while bytes.has(";", at: valueEnd),
          !bytes.has("=", at: bytes.end(of: .letter, from: valueEnd + 1))
        {
          valueEnd = bytes.place(of: ends, from: valueEnd + 1)
        }
        // `Authorization=Token 9944b…`
        let first = start + (credential(in: bytes.slice(start..<bytes.count)) ?? 0)
        let end = first > valueEnd ? bytes.place(of: ends, from: first) : first
        if SecretLook.isNoWord(bytes.slice(first..<end)) { valueEnd = end }
      }
      return start..<valueEnd
    }
    if isLine {
      var end = bytes.place(of: endsLine, from: start)
      // `Authorization: Digest username="a", response="b"`
      if bytes.has("=\"", at: end - 1) { end = bytes.place(of: .lineEnd, from: end) }
      while end > start, bytes[end - 1].isBlank { end -= 1 }
      if "|>".utf8.contains(bytes[start]), bytes.end(of: inBlockMark, from: start) == end {
        return block(from: end, in: bytes)
      }
      return end > start && bytes[end - 1] != 0x7B ? start..<end : nil
    }
    let start = start + (credential(in: bytes.slice(start..<bytes.count)) ?? 0)
    guard start < bytes.count, !"[${(<".utf8.contains(bytes[start]) else { return nil }
    let most = bytes.longestWord(from: start)
    let end = most.place(of: endsWord)
    return SecretLook.isNoWord(most.slice(0..<end)) ? start..<start + end : nil
  }

  private static let inBlockMark: ByteSet = .digit + "|>+-"

  /// Returns the lines of a YAML block, which begins after its mark and ends before a line that is
  /// indented less than the block's first line.
  private static func block(from mark: Int, in bytes: Bytes) -> Range<Int>? {
    let key = (bytes.slice(0..<mark).lastIndex(of: .lineFeed) ?? -1) + 1
    var (start, end, least) = (0, mark, bytes.end(of: .blank + "-", from: key) - key + 1)
    while true {
      let next = bytes.end(of: .white, from: end)
      let line = bytes.slice(end..<next).lastIndex(of: .lineFeed) ?? next - end
      let indentation = next - end - line - 1
      guard next < bytes.count, indentation >= least else { return start > 0 ? start..<end : nil }
      if start == 0 { (start, least) = (next, indentation) }
      end = bytes.place(of: .lineEnd, from: next)
    }
  }

  private static let endsAddress: ByteSet = .white + "\"'<>\\`{}|^"

  private static func endOfAddress(from start: Int, in bytes: Bytes) -> Int {
    var end = bytes.place(of: endsAddress, from: start)
    // Punctuation at the end belongs to the sentence or list around the address.
    while end > start, ".,;:!?)".utf8.contains(bytes[end - 1]) { end -= 1 }
    return end
  }

  private mutating func address(around colon: Int, in text: inout Rewriting) -> Int {
    let bytes = text.bytes
    var start = colon
    while start > 0, colon - start < 20, bytes[start - 1].isASCIIAlphanumeric { start -= 1 }
    let end = Self.endOfAddress(from: colon + 3, in: bytes)
    text.replace(start..<end, with: address(bytes.slice(start..<end)))
    return max(end, colon + 3)
  }
}
