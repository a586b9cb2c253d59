/// Addresses and forms.
extension Redactor {
  /// An address, or what is left of one: the user, the segments of the path, the query, the fragment.
  mutating func address(_ bytes: Bytes) -> [UInt8]? {
    var text = Rewriting(bytes)
    var start = 0
    var service: Range<Int>?
    let end = bytes.firstPlace { $0 == .questionMark || $0 == .numberSign } ?? bytes.count
    if let scheme = bytes.first(Array("://".utf8), from: 0), scheme < end {
      start = bytes.firstPlace(from: scheme + 3) { $0 == .slash } ?? end
      start = min(start, end)
      let host = scheme + 3..<start
      if redaction.knowsLooks, let at = bytes[host].lastIndex(of: .at), at > host.lowerBound {
        let user = bytes.slice(host.lowerBound..<at)
        pool.add(userAndPassword: Array(user))
        pool.add(userAndPassword: TextCoding.withoutPercent(user))
        if !spares(user) { text.replace(host.lowerBound..<at, with: name(of: user)) }
      }
      if redaction.knowsLooks {
        service = ServiceAddress.secret(
          host: bytes.slice(host), path: start..<end, in: bytes)
      }
    }
    segments(start..<end, hiding: service, in: &text)
    let fragment = bytes.firstPlace(from: end) { $0 == .numberSign } ?? bytes.count
    if end < fragment { pairs(end + 1..<fragment, plusIsSpace: false, in: &text) }
    if fragment < bytes.count {
      let rest = bytes.slice(fragment + 1..<bytes.count)
      let clean = rest.contains(.questionMark) ? address(rest) : pairs(rest, plusIsSpace: false)
      if let clean { text.replace(fragment + 1..<bytes.count, with: clean) }
    }
    return text.text
  }

  /// What stands behind a segment that hints at a secret, and looks like one; and parameters in it.
  private mutating func segments(
    _ path: Range<Int>, hiding service: Range<Int>?, in text: inout Rewriting
  ) {
    let bytes = text.bytes
    if !redaction.keptPaths.isEmpty {
      let parts = bytes[path].split(separator: .slash, omittingEmptySubsequences: false)
      if redaction.keeps(
        parts.map { String(decoding: $0, as: UTF8.self).lowercased() }, isAddress: true)
      {
        for part in parts { pool.keep(part) }
        return
      }
    }
    var start = path.lowerBound
    var last: Range<Int>?
    while start < path.upperBound {
      let end = bytes.first(.slash, in: start..<path.upperBound) ?? path.upperBound
      let segment = bytes.slice(start..<end)
      if let service, start..<end ~= service.lowerBound {
        if let mark = replacement(of: bytes[service]) { text.replace(service, with: mark) }
      } else if redaction.knowsLooks, let last, isSecret(segment, behind: bytes.slice(last)) {
        if let mark = replacement(of: TextCoding.withoutPercent(segment)) {
          text.replace(start..<end, with: mark)
        }
      } else if let semicolon = segment.firstPlace(where: { $0 == UInt8(ascii: ";") }) {
        pairs(
          start + semicolon + 1..<end, plusIsSpace: false, separator: UInt8(ascii: ";"), in: &text)
      } else if segment.count > 7, let clean = lines(segment, as: .broken) {
        text.replace(start..<end, with: clean)
      }
      last = start..<end
      start = end + 1
    }
  }

  /// Whether a segment of a path is secret by the one before it: `/reset/<code>`, `/tokens/<token>`.
  private mutating func isSecret(_ segment: Bytes, behind last: Bytes) -> Bool {
    let kind = judge(last, in: .field).kind
    if kind >= .hinted, SecretLook.isRandom(segment) { return true }
    // What only has a digit amid its letters may be a name after a word that only hints.
    return kind >= .secret && segment.count >= 8
      && segment.contains { $0 &- 0x30 < 10 } && segment.contains { ($0 | 0x20) &- 0x61 < 26 }
  }

  /// A form, or a query.
  mutating func pairs(_ bytes: Bytes, plusIsSpace: Bool) -> [UInt8]? {
    var text = Rewriting(bytes)
    pairs(0..<bytes.count, plusIsSpace: plusIsSpace, in: &text)
    return text.text
  }

  private mutating func pairs(
    _ range: Range<Int>, plusIsSpace: Bool, separator: UInt8 = .ampersand, in text: inout Rewriting
  ) {
    let bytes = text.bytes
    var login = Login(in: bytes.slice(range))
    var start = range.lowerBound
    while start < range.upperBound {
      // A page that escapes an address has two signs between its pairs.
      if bytes.hasBytes(Self.restOfEntity, at: start) { start += 4 }
      let end = bytes.first(separator, in: start..<range.upperBound) ?? range.upperBound
      defer { start = end + 1 }
      guard let equals = bytes.first(.equals, in: start..<end) else {
        continue
      }
      let judgement = TextCoding.withoutPercent(bytes.slice(start..<equals), plusIsSpace: true)
        .withUnsafeBufferPointer { judge($0, in: .pair) }
      var kind = judgement.kind
      if judgement.isCode, kind == .hinted, login.isUnderWay {
        kind = .secret
      } else if judgement.isState, kind == .plain, login.hasCode {
        kind = .hinted
      }
      let raw = bytes.slice(equals + 1..<end)
      if judgement.isCount, raw.allSatisfy({ $0 &- 0x30 < 10 }) { continue }
      let decoded = TextCoding.withoutPercent(raw, plusIsSpace: plusIsSpace)
      guard let clean = value(decoded, as: kind, of: bytes.slice(start..<equals)) else { continue }
      // Nobody can tell whether a plus is a space.
      if raw.contains(.plus), clean == Self.mark || names?.contains(clean) ?? false {
        pool.add(TextCoding.withoutPercent(raw, plusIsSpace: !plusIsSpace))
      }
      text.replace(
        equals + 1..<end,
        with: raw.contains(.percent) ? TextCoding.percent(clean, spaceIsPlus: plusIsSpace) : clean)
    }
  }

  private static let restOfEntity = Array("amp;".utf8)
}

/// Whether some pairs are those of a login that is under way.
private struct Login {
  private let pairs: Redactor.Bytes

  init(in pairs: Redactor.Bytes) {
    self.pairs = pairs
  }

  /// Beside these a code is that of a login.
  private(set) lazy var isUnderWay = has([
    "state=", "grant_type", "redirect_uri", "code_verifier", "oauth",
  ])

  /// Beside this a state is that of a login.
  private(set) lazy var hasCode = has(["code="])

  private func has(_ companions: [String]) -> Bool {
    companions.contains { pairs.first(Array($0.utf8), from: 0) != nil }
  }
}
