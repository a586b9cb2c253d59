/// Header fields.
extension Redactor {
  /// Returns header fields without their secrets; the names of fields and cookies stay.
  mutating func headers(_ headers: StubHeaders) -> StubHeaders {
    var result = StubHeaders()
    for field in headers { result.append(value(of: field), for: field.name) }
    return result
  }

  private mutating func value(of field: StubHeaders.Field) -> String {
    let name = field.name
    let isCookie =
      name.equalsIgnoringASCIICase("Cookie") || name.equalsIgnoringASCIICase("Set-Cookie")
    // One gives a time to reload, the others are checksums of a body.
    if Self.plain.contains(name.asciiLowercased) { return text(field.value) }
    let judgement = name.withBytes { redaction.judge($0, in: .header) }
    switch judgement.kind {
    case .kept:
      if isCookie { return cookies(in: field.value, isListed: true) }
      field.value.withBytes { pool.keep($0) }
      return field.value
    case _ where isCookie && judgement.kind >= .secret:
      return cookies(in: field.value, isListed: false)
    case .secret, .whole, .named:
      return credential(field.value)
    case .hinted where field.value.withBytes(SecretLook.isRandom):
      return credential(field.value)
    default:
      return isCookie ? cookies(in: field.value, isListed: true) : text(field.value)
    }
  }

  /// Returns a credential without its secret; the scheme stays, since it is no secret.
  private mutating func credential(_ value: String) -> String {
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, Self.schemes.contains(parts[0].lowercased()) else {
      return hidden(value)
    }
    let secret = String(parts[1])
    if spares(secret.utf8) { return value }
    if parts[0].lowercased() == "basic", let pair = Base64.decode(secret.utf8) {
      pool.add(userAndPassword: pair)
      if keepsUser, let user = Self.user(of: pair) {
        pool.add(secret.utf8)
        // A password that the test has written is no secret to it.
        if spared.contains(Array(pair.drop { $0 != .colon }.dropFirst())) {
          for text in [pair, Array(secret.utf8), Array(value.utf8)] { pool.keep(text) }
          return value
        }
        return "\(parts[0]) \(user):\(Redaction.mark)"
      }
      pool.add(value.utf8)
      pool.add(secret.utf8)
      if let named = named(userAndPassword: pair) { return "\(parts[0]) \(named)" }
    }
    // Digest has several parts, each of which is treated by itself.
    for part in secret.split(whereSeparator: { $0 == "," || $0 == " " }) {
      let part = part.split(separator: "=", maxSplits: 1).last?.filter { $0 != "\"" } ?? ""
      if part.withBytes(SecretLook.isRandom) { pool.add(part.utf8) }
    }
    pool.add(value.utf8)
    return parts[0] + " " + hidden(secret)
  }

  /// Encodes a user and a password's name in base64, as an app would that was given the name.
  private mutating func named(userAndPassword pair: [UInt8]) -> String? {
    guard names != nil, let colon = pair.firstIndex(of: .colon) else { return nil }
    var (user, password) = (Array(pair[..<colon]), Array(pair[(colon + 1)...]))
    if password.isEmpty || Self.isKey(user) { user = name(of: user) }
    if !password.isEmpty { password = name(of: password) }
    let text = Base64.encode(user + [.colon] + password, isURL: false, isPadded: true)
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a user may be a key.
  private static func isKey(_ user: [UInt8]) -> Bool {
    user.withUnsafeBufferPointer { SecretLook.isRandom($0) || SecretLook.isBeginning(of: $0) }
  }

  /// Returns the user of a pair with a password; nil if that may be a key.
  private static func user(of pair: [UInt8]) -> String? {
    guard let colon = pair.firstIndex(of: .colon), 1...32 ~= colon, colon + 1 < pair.count else {
      return nil
    }
    let user = Array(pair[..<colon])
    return isKey(user) ? nil : String(validUTF8: user)
  }

  private static let plain: Set<String> = ["refresh", "digest", "content-digest", "repr-digest"]

  static let schemes: Set<String> = [
    "bearer", "basic", "digest", "token", "apikey", "api-key", "negotiate", "ntlm", "hawk", "dpop",
    "oauth", "hoba", "mutual", "aws4-hmac-sha256", "scram-sha-256", "key", "jwt", "gnap", "vapid",
  ]

  private mutating func hidden(_ value: String) -> String {
    replacement(of: Array(value.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? value
  }

  /// Redacts the fields `Cookie` and `Set-Cookie`, without names and attributes.
  ///
  /// - Parameter isListed: Whether only those are redacted that a user has named.
  private mutating func cookies(in value: String, isListed: Bool) -> String {
    // A field may have several cookies, separated by commas, which also occur in dates.
    let bytes = Array(value.utf8)
    var result: [UInt8] = []
    var start = 0
    while start < bytes.count {
      var end = start + 1
      while end < bytes.count, bytes[end] != UInt8(ascii: ";"), bytes[end] != UInt8(ascii: ",") {
        end += 1
      }
      result += cookie(bytes[start..<end], isListed: isListed)
      start = end
    }
    return String(decoding: result, as: UTF8.self)
  }

  private mutating func cookie(_ piece: ArraySlice<UInt8>, isListed: Bool) -> [UInt8] {
    guard let equals = piece.firstIndex(of: .equals) else { return Array(piece) }
    let name = Array(piece[..<equals].drop { [0x20, 0x3B, 0x2C, 9].contains($0) })
    let value = piece[(equals + 1)...]
    let kind = name.withUnsafeBufferPointer { redaction.judge($0, in: .cookie).kind }
    let isAttribute = Self.attributes.contains(String(decoding: name, as: UTF8.self).lowercased())
    switch kind {
    case .named: pool.add(value.filter { $0 != UInt8(ascii: "\"") })
    case .kept:
      pool.keep(value)
      return Array(piece)
    case _ where isListed || isAttribute || kind < .secret: return Array(piece)
    default: pool.add(cookie: value)
    }
    if spares(value) { return Array(piece) }
    return Array(piece[...equals]) + self.name(of: value.filter { $0 != UInt8(ascii: "\"") })
  }

  private static let attributes: Set<String> = [
    "expires", "max-age", "path", "domain", "samesite", "priority", "version", "comment",
  ]
}
