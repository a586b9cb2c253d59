/// The usual words in the names of secrets, and the words that stand beside them.
///
/// Compound words are joined: `apikey` stands for `api_key`, `ApiKey` and `api.key`.
enum SecretVocabulary {
  /// What a word means, or what the words of a name mean together.
  struct Meaning: OptionSet, Hashable {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ place: UInt32) { rawValue = 1 << place }

    /// Secret: texts (`whole`), also numbers (`scalar`), objects (`container`), prose (`phrase`).
    static let (whole, scalar, container, phrase) = (Self(0), Self(1), Self(2), Self(3))
    /// Secret: texts except dates and, in answers, words (`secret`); only random texts (`hint`).
    static let (secret, hint) = (Self(4), Self(5))
    /// Words that are secret together with `key`, `code` or `number` after them.
    ///
    /// Names ending in `key` mean `key`; a person's `code` and a lone `state` are secret in logins.
    static let (key, code, number, state) = (Self(6), Self(7), Self(8), Self(9))
    /// Words that may end a secret's name (`pwd_again`); words that tell of a count (`max_tokens`).
    static let (decoration, counter) = (Self(10), Self(11))
    /// Words before a `code` sent to a person; session names, whose values may be short numbers.
    static let (sent, numbered) = (Self(12), Self(25))
    /// Circumstances of secrets, such as expiry; public values: a `page_token`, a country's code.
    static let (circumstance, `public`) = (Self(13), Self(14))
    /// Public and private members of a JSON Web Key.
    static let (ofPublicKey, ofPrivateKey) = (Self(15), Self(24))
    /// Words for what identifies a thing, and for things that a `key` identifies.
    static let (identity, thing) = (Self(16), Self(17))
    /// Names whose members only describe, in errors and in schemas.
    static let (about, schema) = (Self(18), Self(19))
    /// Names of labels and of values; words that add nothing to the name around them.
    static let (naming, value, bare) = (Self(20), Self(21), Self(22))
    /// Not of a word, but of an object under a secret's name: only some of its members are secret.
    static let opened = Self(23)

    static let text = whole + scalar
    static let beside = bare + decoration
    static let hiding = scalar + container + numbered
    static let describing = about + schema
    static let beyondValue = describing + opened + ofPrivateKey
    static let ofNameAlone = counter + code + key + ofPrivateKey

    // Written by hand, because `OptionSet`'s own methods are slow in a debug build.
    static func + (left: Self, right: Self) -> Self {
      Self(rawValue: left.rawValue | right.rawValue)
    }

    /// Whether this set contains at least one of the other meanings.
    func has(_ others: Self) -> Bool { rawValue & others.rawValue != 0 }

    /// How a name that ends in a word of this meaning judges its value.
    var kind: SecretName.Kind {
      if has(.phrase) { return .phrase }
      if has(.secret) { return .secret }
      return has(.text) ? .whole : has(.hint) ? .hinted : .plain
    }
  }

  static func meaning(of word: String) -> Meaning { meanings[word] ?? [] }

  private static let meanings: [String: Meaning] = {
    var meanings: [String: Meaning] = [:]
    for (meaning, text) in texts {
      for word in text.split(separator: " ").map(String.init) {
        meanings[word, default: []].insert(meaning)
        switch meaning {
        case .key: meanings[word + "key", default: []].insert(.whole)
        case .code: meanings[word + "code", default: []].insert(.scalar)
        case .number:
          for number in ["number", "no", "num", "nr"] {
            meanings[word + number, default: []].formUnion([.scalar, .secret])
          }
        default: break
        }
      }
    }
    return meanings
  }()

  /// Words that name a secret even as the end of a longer word.
  static let endings = """
    password passwd passphrase passcode passwort token secret credential apikey sessionid sessid \
    cardnumber privatekey authorization signature
    """.split(separator: " ").map(String.init)

  private static let texts: KeyValuePairs<Meaning, String> = [
    .whole: """
    secret credential cred apikey sessionid sessid sessionkey codeverifier \
    clientassertion manualentrykey privatekey accesskeyid connectionstring pw psw \
    recaptcharesponse captcharesponse turnstileresponse
    """,
    .phrase: """
    passphrase mnemonic seedphrase recoveryphrase securityanswer secretanswer \
    securityansweranswer securityquestionanswer recoveryquestionanswer recoveryanswer \
    challengeanswer factoranswer
    """,
    .scalar: """
    password passwd pwd passphrase passcode passwort userpass dbpass loginpass newpass newpw oldpw \
    oldpass smtppass ftppass adminpass rootpass mailpass temppass tmppass mypass guestpass wifipass \
    proxypass sshpass bindpass pswd passwrd kennwort contraseña contrasena motdepasse senha parola wachtwoord \
    heslo hasło haslo jelszo parol пароль 密码 密碼 パスワード 비밀번호 lösenord losenord adgangskode \
    passord kodeord salasana şifre sifre mdp oauthverifier \
    achaccount eftaccount bacsaccount achrouting wirerouting \
    pin otp totp cvv cvc cvn csc puk ssn iban securitynumber taxid nationalid creditcard debitcard bankaccount sortcode
    """,
    .container: "password passwd pwd passphrase credential",
    .secret: """
    token jwt session sess sid auth oauth authorization authentication xauth signature sig csrf xsrf \
    assertion cookie bearer samlresponse samlrequest refresh apiauth psk tok pat authz \
    pin otp totp cvv cvc cvn csc puk ssn iban
    """,
    .hint: """
    cert certificate salt code challenge ticket access verifier hmac mac seed magic invite reset \
    verify verification confirm confirmation unsubscribe activate activation sso saml license \
    licence private recovery card pan login signed sign webhook hook tan sas invitation clave fcm apns appid ak zak \
    crumb wskey webhookid registrationid pushid userkey devicekey hostkey feedkey pushkey routingkey \
    proof handle answer pincode
    """,
    .key: """
    api access private secret signing sign encryption decryption encrypt master license licence \
    session client auth server service subscription account storage shared function functions \
    app application developer dev admin deploy ssh pgp gpg rsa aes hmac webhook symmetric rest \
    merchant product consumer integration write read enc wifi wpa network unseal root cron ingest \
    sdk setup authenticator totp otp listen tls stream
    """,
    .code: """
    verification confirmation auth authorization authentication security recovery backup \
    activation access login sms otp mfa factor fa reset device card invite pairing unlock onetime \
    oauth totp user door keypad lock scratch rescue emergency
    """,
    .number: """
    card cc creditcard debitcard account acct bankaccount routing socialsecurity security pan
    """,
    .decoration: """
    value text string str raw plain plaintext confirm confirmation confirmed again repeat \
    repeated retype verify verification new old current previous hash hashed encrypted enc base \
    b hex md sha header input field param parameter data literal
    """,
    .sent: "phone email mail mobile validation check signup signin captcha",
    .numbered: "session sess sid sessionid sessid sessionkey",
    .counter: """
    max min maximum minimum total count num limit has is needs requires remember show forgot
    """,
    .circumstance: """
    expires expire expiry expiration at in type scope scopes alg algorithm kind status created \
    updated issued lifetime
    """,
    .public: """
    publickey primarykey foreignkey partitionkey sortkey cachekey objectkey rowkey \
    idempotencykey websocketkey countrycode zipcode postalcode postcode statuscode errorcode \
    currencycode languagecode responsecode exitcode areacode productcode promocode couponcode \
    discountcode airportcode localecode regioncode statecode citycode bankcode itemcode unitcode \
    pagetoken nexttoken previoustoken prevtoken forwardtoken backwardtoken paginationtoken \
    scrolltoken skiptoken deltatoken changetoken resumetoken continuetoken continuationtoken \
    synctoken designtokens designtoken csrfparam csrfheader socketkey codechallenge siteverification \
    domainverification yandexverification
    """,
    .identity:
      "id ids uuid guid hash etag sha digest revision version fingerprint fingerprints url",
    .thing: "license licence product app application account subscription storage function service",
    .about: "errors error violations validation labels placeholders translations dependencies",
    .schema: "properties schemes schemas definitions defs packages",
    .naming: "name key field header id property itemprop label type setting loc path",
    .value: "value values content text data val input rejectedvalue received",
    .bare: "access refresh key code number s",
    .ofPublicKey: "n e x y kid x5t x5c crv kty",
    .ofPrivateKey: "d p q dp dq qi k",
  ]
}
