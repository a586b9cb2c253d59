extension Redactor {
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
        if !reusesName(user) {
          pool.add(userAndPassword: Array(user))
          if let undone = TextCoding.percent.undone(user) { pool.add(userAndPassword: undone) }
        }
        let clean = user.undone(by: .percent) { named(userAndPassword: Array($0)) }?
          .split(separator: .colon, maxSplits: 1, omittingEmptySubsequences: false)
          .map { TextCoding.percent.written(Array($0)) }.joined(separator: [.colon])
        if !spares(user) {
          text.replace(host.lowerBound..<at, with: clean.map(Array.init) ?? name(of: user))
        }
        host = at + 1..<start
      }
      // Settings of a database or message bus follow its host; a key among them may have slashes.
      let rest = min(bytes.place(of: Self.endsHost, from: host.lowerBound), start)
      let settings = bytes.slice(rest..<bytes.count)
      if rest < start || bytes.has("/;", at: start), settings.first("://") == nil {
        text.replace(rest..<bytes.count, with: lines(settings, as: .broken))
        return text.text
      }
      text.replace(rest..<start, with: lines(bytes.slice(rest..<start), as: .broken))
      host = host.lowerBound..<min(bytes.place(of: .colon, from: host.lowerBound), rest)
    }
    segments(start..<end, of: bytes.slice(host), in: &text)
    let fragment = bytes.place(of: .numberSign, from: end)
    if end < fragment { pairs(end + 1..<fragment, of: &text, in: .percent) }
    if fragment < bytes.count {
      let rest = bytes.slice(fragment + 1..<bytes.count)
      let isPath = rest.contains(.questionMark) || rest.has("/", at: 0) || rest.has("!/", at: 0)
      let clean = isPath ? content(rest) : pairs(rest, in: .percent)
      text.replace(fragment + 1..<bytes.count, with: clean)
    }
    return text.text
  }

  private static let endsHost: ByteSet = ";,&"

  private mutating func segments(_ path: Range<Int>, of host: Bytes, in text: inout Rewriting) {
    let bytes = text.bytes
    let segments = bytes.pieces(at: .slash, in: path)
    if !redaction.keptPaths.isEmpty,
      redaction.keeps(segments.map { bytes.slice($0).text.lowercased() }, isAddress: true)
    {
      for segment in segments { keep(bytes[segment]) }
      return
    }
    let looks = redaction.knowsLooks
    var service = looks ? SecretLook.secret(ofHost: host, in: segments, of: bytes) : nil
    // In a public calendar's address, a word such as `public` stands in the secret's place.
    if service.map({ SecretLook.isTrivial(bytes.slice($0)) }) ?? false { service = nil }
    var last: Bytes?
    for whole in segments where whole.lowerBound < path.upperBound {
      let semicolon = bytes.first(UInt8(ascii: ";"), in: whole) ?? whole.upperBound
      let range = whole.lowerBound..<semicolon
      let segment = bytes.slice(range)
      if let service, whole.contains(service.lowerBound) {
        text.replace(service, with: replacement(of: bytes.slice(service)))
      } else if looks, let last, isSecret(segment, behind: last) {
        let clean = segment.undone(by: .percent) { replacement(of: $0) }
        text.replace(range, with: clean.map { TextCoding.percent.written($0, like: segment) })
      } else if segment.count > 7, !isDull(segment) {
        text.replace(range, with: sniffed(segment, isBody: false))
      }
      if semicolon < whole.upperBound {
        pairs(
          semicolon + 1..<whole.upperBound, of: &text, in: .percent, separator: UInt8(ascii: ";"))
      }
      last = segment
    }
  }

  /// Whether a path segment is secret because of the one before it, as in `/reset/<code>`.
  private mutating func isSecret(_ segment: Bytes, behind last: Bytes) -> Bool {
    guard segment.count >= 8, last.count <= 40, !SecretLook.isRandom(last) else { return false }
    // A segment such as `login-v2` may join words and a number.
    let isCode =
      segment.place(of: .digit) < segment.count && segment.place(of: .letter) < segment.count
      && (segment.end(of: Self.inCode) == segment.count
        || !segment.contains(.dot) && segment.place(of: .upper) < segment.count
          && segment.place(of: .lower) < segment.count)
    let isRandom = SecretLook.isRandom(segment)
    guard isCode || isRandom else { return false }
    // After a word that only hints, letters with a digit are not enough: they may be a name.
    let kind = judge(last, in: .field).kind
    return kind >= .secret && isCode || kind >= .hinted && isRandom
  }

  private static let inCode: ByteSet = .alphanumeric + "_%"

  /// Names beside a `code` that is exchanged for a token.
  static let ofLogin: [StaticString] = [
    "grant_type", "redirect_uri", "code_verifier", "grantType", "redirectUri", "codeVerifier",
  ]

  mutating func pairs(_ bytes: Bytes, in coding: TextCoding) -> [UInt8]? {
    var text = Rewriting(bytes)
    pairs(0..<bytes.count, of: &text, in: coding)
    return text.text
  }

  private mutating func pairs(
    _ range: Range<Int>, of text: inout Rewriting, in coding: TextCoding,
    separator: UInt8 = .ampersand
  ) {
    let bytes = text.bytes
    // The names beside a `code` or a `state` show whether it belongs to a login under way.
    func has(_ companions: [StaticString]) -> Bool {
      companions.contains { bytes.slice(range).first($0) != nil }
    }
    lazy var isLogin = has(["oauth"] + Self.ofLogin)
    lazy var hasState = has(["state="])
    lazy var hasUser = has(["mail=", "phone="])
    lazy var hasCode = has(["code="])
    for pair in bytes.pieces(at: separator, in: range) {
      // In HTML, the pairs of an escaped address are separated by `&amp;`.
      let start = pair.lowerBound + (bytes.has("amp;", at: pair.lowerBound) ? 4 : 0)
      guard start < pair.upperBound else { continue }
      // Without an equals sign the whole pair is a value, which may look like a secret.
      let equals = bytes.first(.equals, in: start..<pair.upperBound) ?? start - 1
      let name = bytes.slice(start..<max(start, equals))
      var judgement = name.undone(by: .form) { judge($0, in: .pair) }
      if judgement.has(.code), judgement.kind == .hinted, isLogin || hasState || hasUser {
        // A postal address has a `code` beside a `state`, too: there no number is secret.
        judgement.add(SecretName(.secret, isLogin || !hasState ? .scalar : []))
      } else if judgement.has(.state), judgement.kind == .plain, hasCode {
        judgement.add(SecretName(.hinted))
      }
      let value = equals + 1..<pair.upperBound
      let raw = bytes.slice(value)
      let clean = raw.undone(by: coding) { self.value($0, as: judgement, of: name) }
      guard let clean else { continue }
      // A plus may stand for itself or for a space, so both readings are noted.
      if names.contains(clean) {
        pool.add(unquoted: raw)
        let other: TextCoding = coding == .form ? .percent : .form
        if raw.contains(.plus) { pool.add(other.undone(raw) ?? Array(raw)) }
      }
      text.replace(value, with: coding.written(clean, like: raw))
    }
  }
}
