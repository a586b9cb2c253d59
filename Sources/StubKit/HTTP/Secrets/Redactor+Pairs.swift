extension Redactor {
  /// Redacts an address or a part of one: the user, the segments of the path, the query, the fragment.
  mutating func address(_ bytes: Bytes) -> [UInt8]? {
    var text = Rewriting(bytes)
    var (start, host) = (0, 0..<0)
    let end = bytes.place(of: "?#")
    let scheme = bytes.has("//", at: 0) ? -1 : bytes.first("://")
    if let scheme, scheme < end {
      start = min(bytes.place(of: .slash, from: scheme + 3), end)
      host = scheme + 3..<start
      if redaction.knowsLooks, bytes.first(.at, in: host) != nil,
        let at = bytes[host].lastIndex(of: .at), at > host.lowerBound
      {
        let user = bytes.slice(host.lowerBound..<at)
        pool.add(userAndPassword: Array(user))
        if let undone = TextCoding.withoutPercent(user) { pool.add(userAndPassword: undone) }
        if !spares(user) { text.replace(host.lowerBound..<at, with: name(of: user)) }
        host = at + 1..<start
      }
      // What connects to a database has its parameters right behind the host.
      let rest = min(bytes.place(of: Self.endsHost, from: host.lowerBound), start)
      text.replace(rest..<start, with: lines(bytes.slice(rest..<start), as: .broken))
      host = host.lowerBound..<min(bytes.place(of: .colon, from: host.lowerBound), rest)
    }
    segments(start..<end, of: bytes.slice(host), in: &text)
    let fragment = bytes.place(of: .numberSign, from: end)
    if end < fragment { pairs(end + 1..<fragment, plusIsSpace: false, in: &text) }
    if fragment < bytes.count {
      let rest = bytes.slice(fragment + 1..<bytes.count)
      let isPath = rest.contains(.questionMark) || rest.has("/", at: 0) || rest.has("!/", at: 0)
      let clean = isPath ? address(rest) : pairs(rest, plusIsSpace: false)
      text.replace(fragment + 1..<bytes.count, with: clean)
    }
    return text.text
  }

  private static let endsHost: ByteSet = ";,&"

  /// Redacts segments that look secret after a segment that hints at a secret, and parameters in segments.
  private mutating func segments(_ path: Range<Int>, of host: Bytes, in text: inout Rewriting) {
    let bytes = text.bytes
    let segments = bytes.pieces(at: .slash, in: path)
    if !redaction.keptPaths.isEmpty,
      redaction.keeps(segments.map { bytes.slice($0).text.lowercased() }, isAddress: true)
    {
      for segment in segments { pool.keep(bytes[segment]) }
      return
    }
    let looks = redaction.knowsLooks
    let service = looks ? SecretLook.secret(ofHost: host, in: segments, of: bytes) : nil
    var last: Bytes?
    for whole in segments where whole.lowerBound < path.upperBound {
      let semicolon = bytes.first(UInt8(ascii: ";"), in: whole) ?? whole.upperBound
      let range = whole.lowerBound..<semicolon
      let segment = bytes.slice(range)
      if let service, whole.contains(service.lowerBound) {
        text.replace(service, with: replacement(of: bytes[service]))
      } else if looks, let last, isSecret(segment, behind: last) {
        let clean = segment.undone(by: TextCoding.withoutPercent) { replacement(of: $0) }
        let isEncoded = segment.contains(.percent)
        text.replace(
          range, with: clean.map { isEncoded ? TextCoding.percent($0, spaceIsPlus: false) : $0 })
      } else if segment.count > 7, !isDull(segment) {
        text.replace(range, with: sniffed(segment, isBody: false))
      }
      if semicolon < whole.upperBound {
        pairs(
          semicolon + 1..<whole.upperBound, plusIsSpace: false, separator: UInt8(ascii: ";"),
          in: &text)
      }
      last = segment
    }
  }

  /// Whether a path segment is secret because of the one before it: `/reset/<code>`, `/tokens/<token>`.
  private mutating func isSecret(_ segment: Bytes, behind last: Bytes) -> Bool {
    guard segment.count >= 8 else { return false }
    let isMixed =
      segment.place(of: .digit) < segment.count && segment.place(of: .letter) < segment.count
    let isRandom = SecretLook.isRandom(segment)
    guard isMixed || isRandom else { return false }
    let kind = judge(last, in: .field).kind
    // After a word that only hints, letters with a digit are not enough: they may be a name.
    // And behind any, words and a number may be joined.
    let isWord =
      segment.end(of: .alphanumeric + "_%") == segment.count
      || !segment.contains(.dot) && segment.contains { $0 &- 0x41 < 26 }
        && segment.contains { $0 &- 0x61 < 26 }
    return kind >= .secret && isMixed && isWord || kind >= .hinted && isRandom
  }

  /// Names beside a `code` that is exchanged for a token.
  static let ofLogin: [StaticString] = [
    "grant_type", "redirect_uri", "code_verifier", "grantType", "redirectUri", "codeVerifier",
  ]

  mutating func pairs(_ bytes: Bytes, plusIsSpace: Bool) -> [UInt8]? {
    var text = Rewriting(bytes)
    pairs(0..<bytes.count, plusIsSpace: plusIsSpace, in: &text)
    return text.text
  }

  private mutating func pairs(
    _ range: Range<Int>, plusIsSpace: Bool, separator: UInt8 = .ampersand, in text: inout Rewriting
  ) {
    let bytes = text.bytes
    // The names beside a `code` or a `state` show whether it belongs to a login under way.
    func has(_ companions: [StaticString]) -> Bool {
      companions.contains { bytes.slice(range).first($0) != nil }
    }
    lazy var isLogin = has(["oauth"] + Self.ofLogin)
    lazy var hasState = has(["state="])
    lazy var hasCode = has(["code="])
    for pair in bytes.pieces(at: separator, in: range) {
      // In HTML, the pairs of an escaped address are separated by `&amp;`.
      let start = pair.lowerBound + (bytes.has("amp;", at: pair.lowerBound) ? 4 : 0)
      guard start < pair.upperBound else { continue }
      // What has no name may look like a secret.
      let equals = bytes.first(.equals, in: start..<pair.upperBound) ?? start - 1
      let name = bytes.slice(start..<max(start, equals))
      let judgement = name.undone(by: TextCoding.withoutFormEncoding) { judge($0, in: .pair) }
      var kind = judgement.kind
      if judgement.isCode, kind == .hinted, isLogin || hasState {
        kind = .secret
      } else if judgement.isState, kind == .plain, hasCode {
        kind = .hinted
      }
      let value = equals + 1..<pair.upperBound
      let raw = bytes.slice(value)
      if judgement.isCount, raw.end(of: .digit) == raw.count { continue }
      // A city has a code beside its state, too.
      let hidesNumbers = judgement.hidesNumbers || kind != judgement.kind && isLogin
      let undo = plusIsSpace ? TextCoding.withoutFormEncoding : TextCoding.withoutPercent
      let clean = raw.undone(by: undo) {
        self.value($0, as: kind, of: name, hidesNumbers: hidesNumbers)
      }
      guard let clean else { continue }
      // The plus may stand for itself or for a space, so both readings are noted.
      if clean == Self.mark || names?.contains(clean) ?? false {
        pool.add(unquoted: raw)
        if raw.contains(.plus) {
          pool.add(TextCoding.withoutPercent(raw, plusIsSpace: !plusIsSpace) ?? Array(raw))
        }
      }
      let isEncoded = raw.contains(.percent) || plusIsSpace && raw.contains(.plus)
      text.replace(
        value, with: isEncoded ? TextCoding.percent(clean, spaceIsPlus: plusIsSpace) : clean)
    }
  }

  /// Redacts a table whose first line names its columns; nil if the text is no table, or has no secrets.
  mutating func table(_ bytes: Bytes, isDeclared: Bool = false) -> [UInt8]? {
    guard let separator = TableWalk.separator(in: bytes, isDeclared: isDeclared) else { return nil }
    return afterObjects(bytes) { $0.rows($1, separator: separator) }
  }

  private mutating func rows(_ bytes: Bytes, separator: UInt8) -> [UInt8]? {
    var text = Rewriting(bytes)
    var walk = TableWalk(bytes, separator: separator)
    let columns = (walk.row() ?? []).map { cell in
      let name = TableWalk.decoded(bytes.slice(cell))
      return (text: name, name: name.withUnsafeBufferPointer { judge($0, in: .field) })
    }
    guard columns.contains(where: { $0.name.kind != .plain }) else { return lines(bytes) }
    while let row = walk.row() {
      for (place, cell) in row.enumerated() where !cell.isEmpty {
        let column = place < columns.count ? columns[place] : nil
        let clean = TableWalk.decoded(bytes.slice(cell)).withUnsafeBufferPointer { cell in
          (column?.text ?? []).withUnsafeBufferPointer { name in
            value(
              cell, as: column?.name.kind ?? .plain, of: name,
              hidesNumbers: column?.name.hidesNumbers ?? true)
          }
        }
        guard var clean else { continue }
        if bytes[cell.lowerBound] == 0x22 {
          clean = [0x22] + clean.flatMap { $0 == 0x22 ? [0x22, 0x22] : [$0] } + [0x22]
        }
        text.replace(cell, with: clean)
      }
    }
    return text.text
  }
}

/// Reads a table row by row (RFC 4180).
struct TableWalk {
  private let bytes: Redactor.Bytes
  private let separator: UInt8
  private let signs: ByteSet
  private var position = 0

  init(_ bytes: Redactor.Bytes, separator: UInt8) {
    (self.bytes, self.separator) = (bytes, separator)
    position = ByteOrderMark(bytes)?.count ?? 0
    signs = ByteSet([separator, 0x22, .lineFeed])
    // Comments, and what says which sign separates, stand before the names.
    while position < bytes.count,
      bytes.has("#", at: position) || bytes.has("sep=", at: position)
        || ByteSet.lineEnd.contains(bytes[position])
    {
      position = bytes.place(of: .lineFeed, from: position) + 1
    }
  }

  /// Returns the cells of the next row, with their quotes; nil after the last row.
  mutating func row() -> [Range<Int>]? {
    guard position < bytes.count else { return nil }
    var cells: [Range<Int>] = []
    var start = position
    position = bytes.place(of: signs, from: position)
    while position < bytes.count, bytes[position] != .lineFeed {
      if bytes[position] == separator {
        cells.append(start..<position)
        start = position + 1
      } else {
        position = bytes.place(of: 0x22, from: position + 1)
      }
      position = bytes.place(of: signs, from: position + 1)
    }
    position = min(position, bytes.count)
    let end = position > start && bytes[position - 1] == 13 ? position - 1 : position
    cells.append(start..<end)
    position += 1
    return cells
  }

  private static let inName: ByteSet = .alphanumeric + " _-.\""

  /// Returns the separator of cells in a text that looks like a table; nil if the text does not.
  ///
  /// - Parameter isDeclared: Whether the text's type says that it is a table, whatever it looks like.
  static func separator(in bytes: Redactor.Bytes, isDeclared: Bool = false) -> UInt8? {
    let line = bytes.slice(0..<min(bytes.count, 2_048)).place(of: .lineFeed)
    guard line < 2_048, line + 1 < bytes.count else { return nil }
    return ",\t;|".utf8.first { separator in
      var walk = TableWalk(bytes, separator: separator)
      guard let names = walk.row(), names.count > 1 else { return false }
      return isDeclared
        || walk.row()?.count == names.count
          && names.allSatisfy {
            1...60 ~= $0.count && bytes.slice($0).end(of: inName) == $0.count
          }
    } ?? (isDeclared ? UInt8(ascii: ",") : nil)
  }

  static func decoded(_ cell: Redactor.Bytes) -> [UInt8] {
    guard cell.count > 1, cell.first == 0x22, cell.last == 0x22 else { return Array(cell) }
    var result = Array(cell[1..<cell.count - 1])
    // Two quotes stand for one.
    result.replace([0x22, 0x22], with: [0x22])
    return result
  }
}
