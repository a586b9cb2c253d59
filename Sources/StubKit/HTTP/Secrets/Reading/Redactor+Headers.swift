extension Redactor {
  package mutating func headers(_ headers: StubHeaders) -> StubHeaders {
    var result = StubHeaders()
    for field in headers { result.append(value(of: field), for: field.name) }
    return result
  }

  private mutating func value(of field: StubHeaders.Field) -> String {
    let name = field.name.asciiLowercased
    // The name looks secret, but the header holds a delay.
    if name == "refresh" { return text(field.value) }
    let judgement = field.name.withBytes { judge($0, in: .header) }
    if name == "cookie" || name == "set-cookie" {
      let isSet = name == "set-cookie"
      return cookies(in: field.value, isSet: isSet, under: judgement.kind)
    }
    return rewritten(field.value) { redactor, value in
      if redactor.reusesName(value) { return nil }
      let isHidden = field.name.withBytes { redactor.isSecret(value, as: judgement, of: $0) }
      if isHidden {
        field.name.withBytes { redactor.noteCredential(value, under: $0) }
        return redactor.credential(value)
      }
      return judgement.kind == .kept ? nil : redactor.sniffed(value, isBody: false)
    }
  }

  private mutating func credential(_ value: Bytes) -> [UInt8]? {
    guard !spares(value) else {
      for part in Self.parts(of: value) { keep(part) }
      return nil
    }
    let secret = value.slice((Self.credential(in: value) ?? 0)..<value.count)
    secret.undone(by: .percent) { lookInto($0) }
    return replacement(of: value)
  }

  /// `user:password` with names for the secrets in it; nil without a colon, and in a report.
  func named(userAndPassword pair: [UInt8]) -> [UInt8]? {
    guard !names.isMark, let colon = pair.firstIndex(of: .colon) else { return nil }
    var (user, password) = (Array(pair[..<colon]), Array(pair[(colon + 1)...]))
    if password.isEmpty || Self.isKey(user) { user = name(of: user) }
    if !password.isEmpty { password = name(of: password) }
    return user + [.colon] + password
  }

  /// Returns what replaces the user and the password of a `Basic` credential.
  func name(ofBasic pair: [UInt8]) -> [UInt8] {
    if let named = named(userAndPassword: pair) { return Base64.encode(named, isPadded: true) }
    // The user helps the reader of a report.
    guard let user = Self.user(of: pair) else { return Self.mark }
    return Array("\(user):".utf8) + Self.mark
  }

  private static func isKey(_ user: [UInt8]) -> Bool {
    user.withUnsafeBufferPointer { SecretLook.isRandom($0) || SecretLook.isBeginning(of: $0) }
  }

  private static func user(of pair: [UInt8]) -> String? {
    guard let colon = pair.firstIndex(of: .colon), 1...32 ~= colon, colon + 1 < pair.count else {
      return nil
    }
    let user = Array(pair[..<colon])
    return isKey(user) ? nil : String(validUTF8: user)
  }

  private static let semicolon = UInt8(ascii: ";")
  private static let inToken: ByteSet = .alphanumeric + "!#$%&'*+-.^_`|~"

  /// Redacts the values of cookies; if the field is not secret, only those that the user lists.
  mutating func cookies(in value: String, isSet: Bool, under field: Kind) -> String {
    value.withBytes { bytes in
      var text = Rewriting(bytes)
      var start = 0
      while start < bytes.count {
        let end =
          isSet
          ? Self.endOfSetCookie(in: bytes, from: start + 1)
          : bytes.place(of: Self.semicolon, from: start + 1)
        let isAttribute = isSet && bytes[start] == Self.semicolon
        cookie(start..<end, isAttribute: isAttribute, under: field, in: &text)
        start = end
      }
      return text.text.map { String(decoding: $0, as: UTF8.self) } ?? value
    }
  }

  /// One field may set several cookies, separated by commas; dates and values have commas, too.
  private static func endOfSetCookie(in bytes: Bytes, from start: Int) -> Int {
    var end = bytes.place(of: ";,", from: start)
    while end < bytes.count, bytes[end] != semicolon {
      let name = bytes.end(of: .blank, from: end + 1)
      let sign = bytes.end(of: inToken, from: name)
      if sign > name, bytes.has("=", at: sign) { break }
      end = bytes.place(of: ";,", from: end + 1)
    }
    return end
  }

  private mutating func cookie(
    _ piece: Range<Int>, isAttribute: Bool, under field: Kind, in text: inout Rewriting
  ) {
    let bytes = text.bytes
    let start = min(bytes.end(of: " ;,\t", from: piece.lowerBound), piece.upperBound)
    // Without an equals sign the whole piece is a value.
    let equals = bytes.first(.equals, in: start..<piece.upperBound) ?? start - 1
    let name = bytes.slice(start..<max(start, equals))
    let value = equals + 1..<piece.upperBound
    let bare = bytes[value].filter { $0 != UInt8(ascii: "\"") }
    guard !bare.isEmpty else { return }
    let kind = equals < start ? Kind.plain : judge(name, in: .cookie).kind
    switch kind {
    case .named: pool.add(bare)
    case _
    where isAttribute && (name.isEmpty || Self.attributes.contains(name.text.lowercased())):
      return
    case _ where kind == .kept || field == .kept:
      keep(bare)
      return
    case _ where field < .secret || !redaction.knowsLooks: return
    case _ where judge(name, in: .pair).kind >= .secret: pool.add(bare)
    default: pool.add(cookie: bare)
    }
    bytes.slice(value).undone(by: .percent) { lookInto($0) }
    guard !spares(bytes.slice(value)) else { return }
    text.replace(
      value, with: TextCoding.percent.written(self.name(of: bare), like: bytes.slice(value)))
  }

  private static let attributes: Set<String> = [
    "expires", "max-age", "path", "domain", "samesite", "priority", "version", "comment",
  ]
}
