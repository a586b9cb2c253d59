/// The usual words in the names of secrets, as hashes of their letters.
///
/// Compound words are joined: `apikey` is `api_key`, `ApiKey` and `api.key`.
struct SecretVocabulary: Sendable {
  static let shared = SecretVocabulary()

  /// The meaning of names that end in these words.
  let kinds: [UInt64: SecretName.Kind]
  /// Words that name a secret even as the end of a longer word.
  let endings: [[UInt8]]
  /// Words after the one that counts.
  let decorations: Set<UInt64>
  /// Words before one that counts.
  let counters: Set<UInt64>
  /// Keys and codes that may be public.
  let harmless: Set<UInt64>
  /// Companions of secrets that are no secrets.
  let circumstances: Set<UInt64>
  /// Names under which a number is secret, too.
  let scalars: Set<UInt64>
  /// Names under which an object is secret as a whole.
  let containers: Set<UInt64>
  let pass = SecretName.Words.hash("pass".utf8)
  let key = SecretName.Words.hash("key".utf8)
  let state = SecretName.Words.hash("state".utf8)
  let id = SecretName.Words.hash("id".utf8)
  let code = SecretName.Words.hash("code".utf8)

  private init() {
    var kinds: [UInt64: SecretName.Kind] = [:]
    for (words, kind) in [
      (Self.hints, SecretName.Kind.hinted), (Self.secrets, .secret), (Self.wholes, .whole),
    ] {
      for word in words { kinds[SecretName.Words.hash(word.utf8)] = kind }
    }
    for word in Self.keys { kinds[SecretName.Words.hash("\(word)key".utf8)] = .whole }
    var scalars = Self.hashes(Self.scalars)
    for word in Self.codes { scalars.insert(SecretName.Words.hash("\(word)code".utf8)) }
    for word in Self.numbers {
      for number in ["number", "no", "num", "nr"] {
        scalars.insert(SecretName.Words.hash("\(word)\(number)".utf8))
      }
    }
    for word in scalars { kinds[word] = .whole }
    self.kinds = kinds
    self.scalars = scalars
    containers = Self.hashes(Self.containers)
    endings = Self.endings.map { Array($0.utf8) }
    decorations = Self.hashes(Self.decorations)
    counters = Self.hashes(Self.counters)
    harmless = Self.hashes(Self.harmless)
    circumstances = Self.hashes(Self.circumstances)
  }

  private static func hashes(_ words: [Substring]) -> Set<UInt64> {
    Set(words.map { SecretName.Words.hash($0.utf8) })
  }

  private static func words(_ text: String) -> [Substring] {
    text.split { $0 == " " || $0 == "\n" }
  }

  /// Any text under such a name is secret, as it is under those of `scalars`.
  private static let wholes = words(
    """
    secret token jwt credential cred securityanswer secretanswer mnemonic seedphrase recoveryphrase \
    apikey sessionid sessid sessionkey codeverifier clientassertion privatekey accesskeyid \
    connectionstring
    """)

  /// A number under such a name is secret, too.
  private static let scalars = words(
    """
    password passwd pwd pass passphrase passcode passwort userpass dbpass loginpass newpass oldpass \
    smtppass ftppass adminpass rootpass mailpass pin otp totp cvv cvc csc ssn iban securitynumber \
    taxid nationalid creditcard debitcard bankaccount sortcode
    """)

  /// An object under such a name is secret as a whole.
  private static let containers = words("password passwd pwd passphrase credential")

  /// A text under such a name is secret, except for a state.
  private static let secrets = words(
    """
    session sess sid auth oauth authorization authentication xauth signature sig csrf xsrf assertion \
    cookie bearer samlresponse samlrequest refresh apiauth
    """)

  /// A random value under a name with such a word is secret.
  private static let hints = words(
    """
    cert certificate salt code challenge ticket access verifier hmac mac \
    seed magic invite reset verify verification confirm confirmation unsubscribe activate activation \
    sso saml license licence private recovery card account pan login signed sign webhook
    """)

  private static let keys = words(
    """
    api access private secret signing sign encryption decryption encrypt master license licence \
    session client auth server service subscription account storage shared function functions app \
    application developer dev admin deploy ssh pgp gpg rsa aes hmac webhook symmetric rest merchant \
    product consumer integration write read
    """)

  private static let codes = words(
    """
    verification confirmation auth authorization authentication security recovery backup activation \
    access login sms otp mfa factor fa reset device card time pin invite pairing unlock oauth totp
    """)

  private static let numbers = words(
    "card cc creditcard debitcard account acct bankaccount routing socialsecurity security pan")

  private static let endings = words(
    """
    password passwd passphrase passcode passwort token secret credential apikey sessionid sessid \
    cardnumber privatekey authorization signature
    """)

  private static let decorations = words(
    """
    value text string str raw plain plaintext confirm confirmation confirmed again repeat repeated \
    retype verify verification new old current previous hash hashed encrypted enc base b hex md sha \
    header input field param parameter data literal
    """)

  private static let counters = words(
    """
    max min maximum minimum total count num prompt completion input output cached used remaining \
    limit has is needs requires
    """)

  private static let harmless = words(
    """
    publickey primarykey foreignkey partitionkey sortkey cachekey objectkey routingkey rowkey \
    idempotencykey websocketkey countrycode zipcode postalcode postcode statuscode errorcode \
    currencycode languagecode responsecode exitcode areacode productcode
    """)

  private static let circumstances = words(
    """
    expires expire expiry expiration at in type scope scopes alg algorithm kind status created \
    updated issued lifetime
    """)
}
