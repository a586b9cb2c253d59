extension Redactor {
  package mutating func headers(_ headers: StubHeaders) -> StubHeaders {
    var result = StubHeaders()
    for field in headers { result.append(value(of: field), for: field.name) }
    return result
  }

  private mutating func value(of field: StubHeaders.Field) -> String {
    let name = field.name.asciiLowercased
    // These names look secret, but `Refresh` holds a delay, and the others hold checksums.
    if ["refresh", "digest", "content-digest", "repr-digest"].contains(name) {
      return text(field.value)
    }
    let judgement = field.name.withBytes { judge($0, in: .header) }
    if name == "cookie" || name == "set-cookie" {
      let isSet = name == "set-cookie"
      return cookies(in: field.value, isSet: isSet, isListed: judgement.kind < .secret)
    }
    if judgement.kind == .kept {
      field.value.withBytes { pool.keep($0) }
      return field.value
    }
    let isHidden = field.value.withBytes { value in
      field.name.withBytes { name in
        isSecret(value, as: judgement, of: name)
      }
    }
    return isHidden ? credential(field.value) : text(field.value)
  }

  private mutating func credential(_ value: String) -> String {
    if isName(value.utf8) { return value }
    guard let start = Self.credential(in: value.utf8), start < value.endIndex else {
      return hidden(value)
    }
    let secret = String(value[start...])
    if spares(secret.utf8) { return value }
    let scheme = value[..<start]
    if scheme.lowercased() == "basic ", let pair = Base64.decode(secret.utf8) {
      if let colon = pair.firstIndex(of: .colon), isName(pair[(colon + 1)...]) { return value }
      pool.add(userAndPassword: pair)
      if keepsUser, let user = Self.user(of: pair) {
        pool.add(secret.utf8)
        // A password that the test itself has written is no secret in its reports.
        if spared.contains(Array(pair.drop { $0 != .colon }.dropFirst())) {
          for text in [pair, Array(secret.utf8), Array(value.utf8)] { pool.keep(text) }
          return value
        }
        return "\(scheme)\(user):\(Redaction.mark)"
      }
      pool.add(value.utf8)
      pool.add(secret.utf8)
      if let named = named(userAndPassword: pair) {
        return scheme + String(decoding: Base64.encode(named, isPadded: true), as: UTF8.self)
      }
    }
    // Each part of a `Digest` credential may be a secret by itself.
    for part in secret.split(whereSeparator: { $0 == "," || $0 == " " }) {
      let part = part.split(separator: "=", maxSplits: 1).last?.filter { $0 != "\"" } ?? ""
      if part.withBytes(SecretLook.isRandom) { pool.add(part.utf8) }
    }
    pool.add(value.utf8)
    return scheme + hidden(secret)
  }

  private mutating func hidden(_ value: String) -> String {
    value.withBytes { $0.undone(by: .percent) { lookInto($0) } }
    return replacement(of: Array(value.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? value
  }

  /// Returns what an app would send with the replacement for the password.
  func named(userAndPassword pair: [UInt8]) -> [UInt8]? {
    guard names != nil, let colon = pair.firstIndex(of: .colon) else { return nil }
    var (user, password) = (Array(pair[..<colon]), Array(pair[(colon + 1)...]))
    if password.isEmpty || Self.isKey(user) { user = name(of: user) }
    if !password.isEmpty { password = name(of: password) }
    return user + [.colon] + password
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

  /// Redacts the values of cookies; if `isListed`, only those of cookies that the user has named.
  private mutating func cookies(in value: String, isSet: Bool, isListed: Bool) -> String {
    value.withBytes { bytes in
      var text = Rewriting(bytes)
      var start = 0
      while start < bytes.count {
        let end =
          isSet
          ? Self.endOfSetCookie(in: bytes, from: start + 1)
          : bytes.place(of: Self.semicolon, from: start + 1)
        let isAttribute = isSet && bytes[start] == Self.semicolon
        cookie(start..<end, isAttribute: isAttribute, isListed: isListed, in: &text)
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
    _ piece: Range<Int>, isAttribute: Bool, isListed: Bool, in text: inout Rewriting
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
    case .kept:
      pool.keep(bytes[value])
      return
    case _ where isListed || !redaction.knowsLooks: return
    case _ where isAttribute && (name.isEmpty || Self.attributes.contains(name.text.lowercased())):
      return
    case _ where judge(name, in: .pair).kind >= .secret: pool.add(bare)
    default: pool.add(cookie: bare)
    }
    bytes.slice(value).undone(by: .percent) { lookInto($0) }
    guard !spares(bytes[value]) else { return }
    let clean = self.name(of: bare)
    text.replace(value, with: bare.contains(.percent) ? TextCoding.percent.written(clean) : clean)
  }

  private static let attributes: Set<String> = [
    "expires", "max-age", "path", "domain", "samesite", "priority", "version", "comment",
  ]
}
