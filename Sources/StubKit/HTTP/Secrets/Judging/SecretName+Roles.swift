/// The roles of names besides those of secrets.
extension SecretName {
  /// Whether the member's value is itself a name: `{"name": "password", "value": …}`.
  static func isNaming(_ name: Bytes) -> Bool {
    namings.contains { name.equalsIgnoringASCIICase(lowercased: $0) }
  }

  private static let namings: [String] = [
    "name", "key", "field", "header", "id", "property", "itemprop",
  ]

  static func isValue(_ name: Bytes) -> Bool {
    ["value", "values", "content", "text"].contains { name.equalsIgnoringASCIICase(lowercased: $0) }
  }

  /// Whether the name adds nothing to the surrounding one: `{"token": {"value": …}}`.
  static func isBare(_ name: Bytes) -> Bool {
    ["value", "raw", "access", "refresh", "string"].contains {
      name.equalsIgnoringASCIICase(lowercased: $0)
    }
  }

  /// The meaning of the names in a value.
  enum Role { case plain, about, schema }

  /// A value may describe what its names refer to: `{"errors": {"password": ["is too short"]}}`.
  static func role(of name: Bytes) -> Role {
    guard 5...20 ~= name.count else { return .plain }
    return roles[hash(of: name, last: 1)] ?? .plain
  }

  /// Whether it is a public member of a JSON Web Key, which has others that are not.
  static func isOfPublicKey(_ name: Bytes) -> Bool {
    ["n", "e", "x", "y", "kid", "x5t", "x5c", "crv", "kty"].contains { name.elementsEqual($0.utf8) }
  }

  /// Whether it ends in words that are no secret, though the last one alone would be.
  static func isPublic(_ name: Bytes) -> Bool { publics.contains(hash(of: name, last: 2)) }

  private static func hash(of name: Bytes, last count: Int) -> UInt64 {
    var words = Words()
    words.readOwn(name.slice(max(0, name.count - 60)..<name.count))
    return words.count > 0 ? words.hash(ofLast: min(count, words.count)) : 0
  }

  private static let roles: [UInt64: Role] = {
    let about = "errors error violations validation labels placeholders translations dependencies"
    let schema = "properties schemes schemas definitions packages"
    var roles: [UInt64: Role] = [:]
    for name in about.split(separator: " ") { roles[Words.hash(name.utf8)] = .about }
    for name in schema.split(separator: " ") { roles[Words.hash(name.utf8)] = .schema }
    return roles
  }()

  private static let publics = Set(
    [
      "pagetoken", "nexttoken", "continuationtoken", "synctoken", "designtokens", "designtoken",
    ].map { Words.hash($0.utf8) })
}

/// All facts about a name.
struct NameFacts {
  let judgement: SecretName
  let role: SecretName.Role
  let isHarmless: Bool
  let isNaming: Bool
  let isValue: Bool
  let isBare: Bool

  init(
    of name: SecretName.Bytes, in place: Redaction.Place, under parent: SecretName.Bytes?,
    by redaction: Redaction
  ) {
    let judgement = redaction.judge(name, in: place, under: parent)
    let isPublic =
      judgement.kind > .plain && judgement.kind != .named && SecretName.isPublic(name)
    self.judgement = isPublic ? SecretName(.plain) : judgement
    role = SecretName.role(of: name)
    isHarmless = SecretName.isHarmless(name)
    isNaming = SecretName.isNaming(name)
    isValue = SecretName.isValue(name)
    isBare = SecretName.isBare(name)
  }
}

extension Redaction {
  /// Whether a user has named anything, which counts even where nothing else does.
  var hasNames: Bool { self != .standard && self != .none }
}
