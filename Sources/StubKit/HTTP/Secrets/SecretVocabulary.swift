/// The usual words in the names of secrets, and the words that stand beside them.
///
/// Compound words are joined: `apikey` stands for `api_key`, `ApiKey` and `api.key`.
enum SecretVocabulary {
  enum Meaning {
    /// Any text is secret (`whole`), and also a number, a whole object, or a sentence.
    case whole, scalar, container, phrase
    /// A text is secret, except for short words and dates; only a random value is (`hint`).
    case secret, hint
    /// Words that are secret together with `key`, `code` or `number` after them.
    case key, code, number
    /// Words that name a secret even as the end of a longer word.
    case ending
    /// Words after the last word that counts; words that make a number a count: `max_tokens`.
    case decoration, counter
    /// Harmless keys and codes; circumstances of secrets; public values; members of public keys.
    case harmless, circumstance, `public`, ofPublicKey
    /// Words for what identifies a thing, and for things that a `key` identifies.
    case identity, thing
    /// Names whose members only describe (two); names of labels and of values; empty words.
    case about, schema, naming, value, bare
  }

  static func has(_ word: String, _ meaning: Meaning) -> Bool { words(meaning).contains(word) }

  static func words(_ meaning: Meaning) -> Set<String> { all[meaning] ?? [] }

  static let kinds: [String: SecretName.Kind] = {
    var kinds: [String: SecretName.Kind] = [:]
    for word in words(.hint) { kinds[word] = .hinted }
    for word in words(.secret) { kinds[word] = .secret }
    for word in words(.whole).union(words(.scalar)) { kinds[word] = .whole }
    for word in words(.key) { kinds[word + "key"] = .whole }
    for word in words(.phrase) { kinds[word] = .phrase }
    return kinds
  }()

  private static let all: [Meaning: Set<String>] = {
    var all = texts.mapValues { Set($0.split(separator: " ").map(String.init)) }
    let (codes, numbers) = (all[.code, default: []], all[.number, default: []])
    all[.scalar]?.formUnion(codes.map { $0 + "code" })
    for number in ["number", "no", "num", "nr"] {
      all[.scalar]?.formUnion(numbers.map { $0 + number })
    }
    return all
  }()

  private static let texts: [Meaning: String] = [
    .whole: """
    secret credential cred apikey sessionid sessid sessionkey codeverifier \
    clientassertion privatekey accesskeyid connectionstring
    """,
    .phrase: """
    passphrase mnemonic seedphrase recoveryphrase securityanswer secretanswer \
    securityansweranswer securityquestionanswer
    """,
    .scalar: """
    password passwd pwd passphrase passcode passwort userpass dbpass loginpass newpass \
    oldpass smtppass ftppass adminpass rootpass mailpass pin otp totp cvv cvc csc ssn iban \
    securitynumber taxid nationalid creditcard debitcard bankaccount sortcode
    """,
    .container: "password passwd pwd passphrase credential",
    .secret: """
    token jwt session sess sid auth oauth authorization authentication xauth signature sig csrf xsrf \
    assertion cookie bearer samlresponse samlrequest refresh apiauth
    """,
    .hint: """
    cert certificate salt code challenge ticket access verifier hmac mac seed magic invite reset \
    verify verification confirm confirmation unsubscribe activate activation sso saml license \
    licence private recovery card pan login signed sign webhook
    """,
    .key: """
    api access private secret signing sign encryption decryption encrypt master license licence \
    session client auth server service subscription account storage shared function functions \
    app application developer dev admin deploy ssh pgp gpg rsa aes hmac webhook symmetric rest \
    merchant product consumer integration write read
    """,
    .code: """
    verification confirmation auth authorization authentication security recovery backup \
    activation access login sms otp mfa factor fa reset device card pin invite pairing unlock onetime \
    oauth totp
    """,
    .number: """
    card cc creditcard debitcard account acct bankaccount routing socialsecurity security pan
    """,
    .ending: """
    password passwd passphrase passcode passwort token secret credential apikey sessionid sessid \
    cardnumber privatekey authorization signature
    """,
    .decoration: """
    value text string str raw plain plaintext confirm confirmation confirmed again repeat \
    repeated retype verify verification new old current previous hash hashed encrypted enc base \
    b hex md sha header input field param parameter data literal
    """,
    .counter: """
    max min maximum minimum total count num limit has is needs requires
    """,
    .harmless: """
    publickey primarykey foreignkey partitionkey sortkey cachekey objectkey routingkey rowkey \
    idempotencykey websocketkey countrycode zipcode postalcode postcode statuscode errorcode \
    currencycode languagecode responsecode exitcode areacode productcode
    """,
    .circumstance: """
    expires expire expiry expiration at in type scope scopes alg algorithm kind status created \
    updated issued lifetime
    """,
    .public: """
    pagetoken nexttoken previoustoken prevtoken forwardtoken backwardtoken paginationtoken \
    scrolltoken skiptoken deltatoken changetoken resumetoken continuetoken continuationtoken \
    synctoken designtokens designtoken csrfparam csrfheader socketkey
    """,
    .identity:
      "id ids uuid guid hash etag sha digest revision version fingerprint fingerprints url",
    .thing: "license licence product app application account subscription storage function service",
    .about: "errors error violations validation labels placeholders translations dependencies",
    .schema: "properties schemes schemas definitions defs packages",
    .naming: "name key field header id property itemprop label type",
    .value: "value values content text data val",
    .bare: "access refresh key code number s",
    .ofPublicKey: "n e x y kid x5t x5c crv kty",
  ]
}
