import Foundation
import Testing

@testable import StubKit

/// Secrets in places where one format looks like another, or a reader could stop too early.
struct OddPlaceTests {
  private static let form = "application/x-www-form-urlencoded"
  private static let key = "AKIAIOSFODNN7EXAMPLE"

  private static func parts(_ head: String, _ content: String) -> String {
    "--z\r\n\(head)\r\n\r\n\(content)\r\n--z--\r\n"
  }

  private static func hidesAll(_ text: String) -> Bool {
    !text.lowercased().contains("hunter") && !text.contains("4821") && !text.contains(key)
  }

  @Test(
    arguments: [
      ("password=hunter22x&redirect_uri=https://a.test/cb", form),
      ("password=hunter22x&redirect_uri=https://a.test/cb", nil),
      (#"{"q":"password=hunter22x;u=https://a.test/cb"}"#, nil),
      ("jdbc:sqlserver://db.test:1433;user=sa;password=hunter22x", nil),
      (#"{"db":"jdbc:sqlserver://db.test:1433;user=sa;password=hunter22x"}"#, nil),
      ("redis://h:6379,password=hunter22x,ssl=True", nil),
      ("see https://a.test,token=hunter22x now", nil),
      ("u=https://a.test&password=hunter22x", form),
      (#"{"password":"hunter22x"}"#, form), ("password: hunter22x", form),
      (#"{"password":"hunter22x"}="#, form),
      (#"{"a":"b=c","credentials":{"u":"hunter22x"}}"#, form),
      ("\(key)&x=1", form), ("password=hunter22x&a=\0\0", form),
      (#"{"code":"hunter22x","grant_type":"authorization_code"}"#, nil),
      (#"{"codeVerifier":"v","code":"hunter22x"}"#, nil),
      ("<session><name>a</name><key>hunter22x</key></session>", "text/xml"),
      ("<card><number>4821482148214821</number></card>", "text/xml"),
      ("<card number='4821482148214821'/>", "text/xml"), ("<token value='hunter22x'/>", "text/xml"),
      ("<credentials><user>a</user><key>hunter22x</key></credentials>", "text/xml"),
      ("<property name='sid'><value>hunter22x</value></property>", "text/xml"),
      (
        "<member><name>password</name><value><string>hunter22x</string></value></member>",
        "text/xml"
      ),
      ("<a><password>hunter22x</password></a>", form), ("password: hunter22x!", "text/plain"),
      ("password: (hunter22x", "text/plain"), ("DB_PASSWORD=a#hunter22x", "text/plain"),
      ("query failed for {x} with token=hunter22x", nil),
      ("mutation failed on {x} with token=hunter22x", nil),
      ("x \u{1B}[31mDB_PASSWORD=hunter22x\u{1B}[0m", nil),
      ("curl -H 'Authorization: Token hunter22x' https://a.test", nil),
      ("Your verification code is: 4821", nil),
      (#"{"accounts":[{"number":"48214821"}]}"#, nil), (#"{"apiKeys":[{"key":"hunter22x"}]}"#, nil),
      (#"{"redirect":"https%3A%2F%2Fa.test%2Fcb%3Ftoken%3Dhunter22x"}"#, nil),
      (#"{"next":"%2FmyToken%2FhunterQ7pLmN4bVcX2zAs"}"#, nil),
      (#"{"fields":{"token":{"stringValue":"hunter22x"}}}"#, nil),
      (#"{"key":"password","value":{"stringValue":"hunter22x"}}"#, nil),
      (#"{"type":"password","value":"hunter22x","temporary":false}"#, nil),
      (#"{"x":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..hunter22xAb.kLmN.QrSt"}"#, nil),
      (#"{"token":{"S":"hunter22x"}}"#, nil), (#"{"password":"/hunterx"}"#, nil),
      (#"{"password":"/4821!"}"#, nil), (#"{"token":"/Hunter22x"}"#, nil),
      (#"{"token":"https://a.test/?token=hunter22x"}"#, nil),
      (#"{"recoveryCodes":[{"code":"4821"}]}"#, nil),
      (#"{"error":{"mfaToken":"hunter22xQ7pLmN4bVcX2zAs"}}"#, nil),
      (#"{"html":"Hello <input name=\"csrf\" value=\"hunter22x\">"}"#, nil),
      ("sep=;\nuser;password\nbob;hunter22x", "text/csv"),
      ("# of May\n\nuser,password\nbob,hunter22x", "text/csv"),
      ("user (id),password\nbob,hunter22x", "application/vnd.ms-excel"),
      ("<session key='hunter22x'/>", "text/xml"), ("* password: hunterpass", nil),
      (#"{"inputPin":4821}"#, nil),
      (#"{"password_digest":"$2a$10$hunterN9qo8uLOickgx2ZMRZoMye"}"#, nil),
      (#"{"securityAnswers":[{"answer":"hunter"}]}"#, nil),
      (#"{"pin":{"value":"4821"}}"#, nil), (#"{"name":"pin","value":"4821"}"#, nil),
      ("exchange_token=hunter22x", nil), ("extra_password=hunter22x", form),
      (#"{"note":"external_token=hunter22x"}"#, nil),
      (#"{"message":"PIN is 4821"}"#, nil), (#"{"message":"login code '4821'"}"#, nil),
      (#"{"headers":[["Accept","*/*"],["X-Api-Key","hunter22x9a8b7c6d5e4f"]]}"#, nil),
      (#"{"webhook_id":"hunter22x9a8b7c6d5e4f"}"#, nil),
      ("env:\n  - name: API_TOKEN\n    value: hunter22x\n", nil),
      (#"{"to":"cX1:APA91bhunter\#(String(repeating: "aB3", count: 20))"}"#, nil),
      ("[\(key)]", nil), (#"{"password": hunter22x}"#, nil), (#"{"a":\#(key)"#, nil),
      ("x credentials={\"a\":\"hunter22x\"} y", nil), ("pins=[4821,4822]", nil),
      ("<Key>\(key)</Key>", "application/xml"), ("<b key=\"\(key)\"/>", "application/xml"),
      ("<key>https://u:hunter22x@h.test/</key>", "application/xml"),
      ("<key>password</key><string><![CDATA[hunter22x]]></string>", "application/xml"),
      (
        "<key>passwords</key><array><string>hunter22x</string><string>hunter22y</string></array>",
        "application/xml"
      ),
      (#"{"password":"hunter<b22x>y77z"}"#, "text/html"),
      ("\u{FEFF}user,password\r\nbob,hunter22x", "text/csv"),
      (",user,password\n0,bob,hunter22x", "text/csv"),
      ("user (id),password\nbob,hunter22x", "text/csv"), ("password\nhunter22x", "text/csv"),
      ("user,password,x\nbob,hunter22x", "text/csv"),
      ("user,password\nbob,hunter22x,token=hunter22y", "text/csv"),
      (
        parts("Content-Disposition: form-data;\r\n name=\"password\"", "hunter22x"),
        "multipart/form-data; boundary=z"
      ),
      (parts("X-A: b\r\n token=hunter22x", "a"), "multipart/form-data; boundary=z"),
      (parts("token=hunter22x", "a"), "multipart/form-data; boundary=z"),
      (parts("X-Api-Key: hunter22x", "a"), "multipart/form-data; boundary=z"),
      (
        parts("Content-Disposition: form-data; name=\"password\"", "hunter22x"),
        "multipart/form-data; boundary=other"
      ),
      (
        "\r\n" + parts("Content-Disposition: form-data; name=\"password\"", "hunter22x"), nil
      ),
      ("Found. Redirecting to /cb?code=hunter22x&state=abc", nil),
      (#"{"message":"see /cb?state=abc&code=hunter22x."}"#, nil),
      (#"{"message":"Unknown refresh_token 'hunter22x', secret key 'hunter22y'"}"#, nil),
      (#"{"message":"Your verification code: 4821"}"#, nil),
      (#"{"keys":[{"d":"hunter22X4y5Z6w7V8u9T0","kty":"RSA","n":"a"}]}"#, nil),
      (
        "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2 (GNU/Linux)\n\nhunter22x\n"
          + "-----END PGP PRIVATE KEY BLOCK-----\n", nil
      ),
      ("N=sb://n.test/;KeyName=R;SharedAccessKey=hunter22xAb/hunter22yCd=", nil),
      (#"{"c":"N=sb://n.test/;KeyName=R;SharedAccessKey=hunter22xAb/hunter22yCd="}"#, nil),
      ("CONN=\"N=sb://n.test/;SharedAccessKey=hunter22xA+b/hunter22yCd=\"\nA=1\n", nil),
      (#"{"c":"Protocol=https;AccountName=a;AccountKey=V+jT+hunter22x/hunter22y="}"#, nil),
      ("a:\n  password: |\n    hunter22x\n\n     hunter22y\n  b: c\n", "application/yaml"),
      ("token: >-\n  hunter22x\n", "application/yaml"), ("* **Password**: hunter22x\n", nil),
      (#"{"e":"Key (token)=(hunter22x) already exists."}"#, nil),
      ("A b\nAuthorization: Digest username=\"a\", response=\"hunter22x\"\n", nil),
      (#"[{"op":"replace","path":"/password","value":"hunterpass"}]"#, nil),
      (#"{"detail":[{"loc":["body","password"],"input":"hunterpass"}]}"#, nil),
      (#"{"x":[{"field":"password","rejectedValue":"hunterpass"}]}"#, nil),
      (#"{"message":"Variable \"$password\" got invalid value \"hunter22x\"; too short"}"#, nil),
      ("ALTER USER ada IDENTIFIED BY 'hunter22x';", nil),
      ("curl -u ada:hunter22x https://a.test", nil), ("tool login --password hunter22x", nil),
      (#"{"phone":"+491","code":"482193"}"#, nil), (#"{"email":"a@b.test","code":4821937}"#, nil),
      ("To=%2B491&Code=482193", form), (#"{"phone_code":"48219"}"#, nil),
      (#"{"a":1,"tempPass":"hunterpass"}"#, nil), (#"{"user_pw":"hunterpass"}"#, nil),
      (#"{"wifiKey":"hunterpass","psk":"hunterpass"}"#, nil), ("mot_de_passe=hunterpass", form),
      (#"{"contraseña":"hunterpass","пароль":"hunterpass"}"#, nil),
      (#"{"sifre":"hunterpass","losenord":"hunterpass","passord":"hunterpass"}"#, nil),
      (#"{"kodeord":"hunterpass","mdp":"hunterpass","oauth_verifier":"hunterpass"}"#, nil),
      (#"{"verifyCode":"482193","emailCode":"482193"}"#, nil), (#"{"Pincode":"482193"}"#, nil),
      (#"{"tan":"482193"}"#, nil), ("request {Authorization=Token hunter22xb91, Accept=*/*}", nil),
      (
        "c\(String(repeating: ",c", count: 1_100)),password\n1\(String(repeating: ",1", count: 1_100)),hunterpass\n",
        "text/csv"
      ),
    ] as [(String, String?)])
  func `it is taken out of the body`(text: String, type: String?) {
    var redactor = Redactor(.standard)
    let body = redactor.body(Data(text.utf8), type: type, isRequest: true)
    #expect(Self.hidesAll(String(decoding: body, as: UTF8.self)), "\(text)")
  }

  @Test(arguments: [
    "https://a.test/?\(key)", "https://a.test/?\(key)&x=1", "https://a.test/#\(key)",
    "https://a.test/#/reset/hunter22x9a8b7c6d5e4f", "/reset/hunter22x9a8b7c6d5e4f;v=1",
    "https://hooks.slack.com:443/services/T0/B0/hunter22x", "//bob:hunter22x@h.test/",
    "https://api.telegram.org/bot1%3Ahunter22x/sendMessage",
    "https://a.test/weather?q=Berlin&appid=hunter22x9a8b7c6d5e4f", "/x?ak=hunter22x9a8b7c6d5e4f",
    "/verify?email=a%40b.test&code=482193", "https://mainnet.infura.io/v3/hunter22x",
    "https://hc-ping.com/hunter22x", "https://api.netlify.com/build_hooks/hunter22x",
    "https://chat.test/hooks/hunter22x9a8b7c6d5e4f",
    "https://a.test/#!/reset/hunter22x9a8b7c6d5e4f",
  ])
  func `it is taken out of the address`(text: String) {
    var redactor = Redactor(.standard)
    #expect(Self.hidesAll(redactor.address(text)))
  }

  @Test(arguments: [
    ("482913 is your Example code", "482913"), ("Use 482913 to sign in.", "482913"),
    ("Use code 482913 to log in", "482913"), ("Your OTP is 482913", "482913"),
    ("G-482913 is your Google verification code.", "482913"), ("Your code: 482 913", "482 913"),
    ("Your WhatsApp code is 482-913.", "482-913"), ("Ihr Code lautet 482913", "482913"),
    ("token 9f86d081884c7d659a2feaa0 is expired", "9f86d081884c7d659a2feaa0"),
    ("Unknown API key: 9f86d081884c7d65", "9f86d081884c7d65"),
    ("Your temporary password is WvomhbcwuF!", "WvomhbcwuF"),
    ("Login failed (password: uhxnUSyAbv!)", "uhxnUSyAbv"),
    (#"{"user_code":"JGHX-YCYX"}"#, "JGHX"), (#"{"doorCode":"4821"}"#, "4821"),
    (#"{"cvv":"482"}"#, "482"),
    ("<dl><dt>API key</dt><dd><code>hunter22x</code></dd></dl>", "hunter22x"),
    ("<table><tr><td>API key</td><td>hunter22x</td></tr></table>", "hunter22x"),
    (#"<p><label>Webhook secret</label> <input value="hunter22x"></p>"#, "hunter22x"),
    ("<tr><th>Password</th><td>hunter22x</td></tr>", "hunter22x"),
    ("<tr><td>Password:</td><td>hunter22x</td></tr>", "hunter22x"),
    ("<p>Your new password: <b>hunter22x</b></p>", "hunter22x"),
    ("<label>Secret key</label><span>hunter22x</span>", "hunter22x"),
    (#"{"n":"use sk_live_abcdefghijKLMNOPqrstuvwx now"}"#, "abcdefghij"),
    (#"{"n":"use gsk_abcdefghij0123456789abcdefghij0123456789 now"}"#, "abcdefghij"),
    (#"{"account_number":"12.34.56.789"}"#, "12.34"), (#"{"ssn":"078.05.1120"}"#, "078"),
    (#"{"card_number":"4111.1111.1111.1111"}"#, "4111"),
    (#"{"recovery_question":{"question":"Pet?","answer":"Annie Oakley"}}"#, "Oakley"),
    (#"{"stateToken":"ab12cd34ef56","answer":"Annie Oakley"}"#, "Oakley"),
    (#"{"numbers":{"ach":[{"account":"1111222233330000"}]}}"#, "2222"),
    (#"{"numbers":{"ach":[{"routing":"011401533"}],"bacs":[{"account":"31926819"}]}}"#, "9"),
    (#"{"scratch_codes":["48219375"],"manualEntryKey":"JBSWY3DP"}"#, "8"),
    (#"{"authenticatorKey":"abcd efgh","setupKey":"abcd2"}"#, "abcd"),
    (#"{"listenKey":"hunter22x","tls.key":"hunter22x"}"#, "hunter"),
    (#"{"appsecret_proof":"1734d0d1d1a8c2b0aab8b53cc1ea5d3f"}"#, "1734"),
    (#"{"stateHandle":"02QBOYxSPQ3kqYYd1kVhFwJVxA3kq7dYd1"}"#, "02QB"),
    ("Using Bearer 00Dxx0000001gPL!AR8AQJXg5oj8jXSgxJfA0lBog.39AsX!", "AR8A"),
    (#"{"token":"9f86d081884c7d65:2c26b46b68ffc68f"}"#, "9f86"),
    ("Use password Hunter22x to log in", "Hunter"), ("Log in with password Hunter22x.", "Hunter"),
    ("machine api.test login ada password hunter", "hunter"),
    ("machine a.test\n  login ada\n  password hunter\n", "hunter"),
  ])
  func `it is taken out of an answer`(text: String, secret: String) {
    var redactor = Redactor(.standard)
    let body = redactor.body(Data(text.utf8), type: nil, isRequest: false)
    #expect(!String(decoding: body, as: UTF8.self).contains(secret))
  }

  @Test(
    arguments: [
      (#"{"message":"Gone: use '/v2/users'"}"#, nil),
      (#"{"message":"POST the token to /v2/verify"}"#, nil),
      (#"{"message":"Postal code: 560001. Error code: 100201"}"#, nil),
      (#"{"message":"the token is JavaScript"}"#, nil), (#"{"api_key":"API-Schlüssel"}"#, nil),
      (#"{"unique":[["password","email"],["token","oauth2"]]}"#, nil),
      (#"{"ics":"https://calendar.google.com/calendar/ical/a%40b.test/public/basic.ics"}"#, nil),
      (#"{"password":"Пароль"}"#, nil), (#"{"password":"Şifre"}"#, nil),
      ("- token: |\n  user: ada1\n  host: b\n", "application/yaml"),
      (#"{"token":"ab:cd:ef:01:23:45:67:89:ab:cd"}"#, nil),
      ("The machine needs a login and password before you start.", nil),
      ("Use password protection for all of your files.", nil),
    ] as [(String, String?)])
  func `it stays in an answer`(text: String, type: String?) {
    var redactor = Redactor(.standard)
    let body = redactor.body(Data(text.utf8), type: type, isRequest: false)
    #expect(String(decoding: body, as: UTF8.self) == text)
  }

  @Test(arguments: [
    (
      #"{"c":"AccountName=a;AccountKey=hunter22x/y+z==;EndpointSuffix=core.windows.net"}"#,
      #"{"c":"AccountName=a;AccountKey=REDACTED;EndpointSuffix=core.windows.net"}"#, nil
    ),
    (
      "Endpoint=sb://a.test/;SharedAccessKey=hunter22x=;EntityPath=orders",
      "Endpoint=sb://a.test/;SharedAccessKey=REDACTED;EntityPath=orders", nil
    ),
    (
      #"document.cookie = "sid=hunter22x; path=/x; secure";"#,
      #"document.cookie = "sid=REDACTED; path=/x; secure";"#, "text/javascript"
    ),
    (
      #"<script>document.cookie = 'theme=dark; max-age=60'</script>"#,
      #"<script>document.cookie = 'theme=REDACTED; max-age=60'</script>"#, "text/html"
    ),
  ])
  func `what stands beside it stays`(text: String, expected: String, type: String?) {
    var redactor = Redactor(.standard)
    let body = redactor.body(Data(text.utf8), type: type, isRequest: false)
    #expect(String(decoding: body, as: UTF8.self) == expected)
  }

  @Test func `a list of origins, or of empty blocks, may be as long as it likes`() {
    let origins = (0..<5_000).map { "https://a\($0).test" }.joined(separator: ",")
    let blocks = String(repeating: " cert: |\n", count: 5_000)
    for text in [origins, blocks] {
      var redactor = Redactor(.standard)
      let body = redactor.body(Data(text.utf8), type: "text/plain", isRequest: false)
      #expect(String(decoding: body, as: UTF8.self) == text)
    }
  }

  @Test func `a short code of a request is a number like any other elsewhere`() throws {
    var exchange = RecordedExchange(
      method: "POST", url: "https://a.test/items/1000", headers: [:],
      body: Data(#"{"code":"1000"}"#.utf8), start: Date(timeIntervalSince1970: 0))
    exchange.answer(200, ["Content-Type": "application/json"], Data(#"{"total":1000}"#.utf8))
    let clean = try #require(
      RecordedExchange.redacting([exchange], by: .standard, naming: SecretNames()).first)
    #expect(clean.url == exchange.url && clean.body == exchange.body)
    #expect(clean.requestBody != exchange.requestBody)
  }

  @Test func `a code that an answer shows is public where an app sends it`() {
    let code = Data(#"{"code":"SUMMER24"}"#.utf8)
    var redactor = Redactor(.standard)
    #expect(redactor.body(code, type: nil, isRequest: false) == code)
    #expect(redactor.body(code, type: nil, isRequest: true) == code)
    redactor = Redactor(.standard)
    #expect(redactor.body(code, type: nil, isRequest: true) != code)
  }

  @Test(arguments: [
    ("Cookie", "sid=abcdefgh1,hunter22x; b=1", "sid=REDACTED;b=REDACTED"),
    ("Cookie", #"prefs={"a":1,"b":"hunter22x"}; q=2"#, "prefs=REDACTED;q=REDACTED"),
    ("Cookie", "version=hunter22x; comment=hunter22y", "version=REDACTED;comment=REDACTED"),
    ("Cookie", "hunter22xhunter22x", "REDACTED"),
    (
      "Set-Cookie", "sid=abc,hunter22x; Expires=Wed, 09 Jun 2027 10:18:14 GMT; Secure",
      "sid=REDACTED;Expires=Wed, 09 Jun 2027 10:18:14 GMT;Secure"
    ),
    (
      "Set-Cookie", "a=hunter22x; Path=/, b=hunter22y; HttpOnly",
      "a=REDACTED;Path=/, b=REDACTED;HttpOnly"
    ),
    ("Set-Cookie", "hunter22yhunter22y; Path=/", "REDACTED;Path=/"),
    ("Set-Cookie", "sid=; Max-Age=0", "sid=;Max-Age=0"),
  ])
  func `cookies are told apart`(name: String, value: String, expected: String) throws {
    var redactor = Redactor(.standard)
    let clean = try #require(redactor.headers([name: value])[name])
    #expect(clean.replacing("; ", with: ";") == expected)
  }

  @Test func `the end of a cookie is not that of an escape`() {
    var redactor = Redactor(.standard)
    _ = redactor.body(Data(#"{"password":"hunter22x&gt"}"#.utf8), type: nil, isRequest: true)
    let headers: StubHeaders = ["Cookie": "a=xhunter22x&gt;b=1"]
    #expect(redactor.cleaner?.clean(headers)["Cookie"] == "a=xREDACTED;b=1")
  }

  /// What is found in one place is looked for in all others as it is, without what separates it there.
  @Test(arguments: [
    #"{"m":"Open https://a.test/x?token=hunter22x."}"#, "(token=hunter22x)",
    "User{password=hunter22x}", "Password=hunter22x;Encrypt=True", "password: hunter22x, user: ann",
    "sent token=hunter22x. ok", #"{"password":"\"\"hunter22x\"\""}"#,
    #"{"authorization":"Bearer \"hunter22x\""}"#,
    #"{"authorization":"KakaoAK hunter22x"}"#, #"{"auth":"Bearer hunter22x"}"#,
    // Base64 of a form, of base64 of JSON, of an address, and of XML.
    #"{"a":"Z3JhbnRfdHlwZT14JnRva2VuPWh1bnRlcjIyeA=="}"#,
    #"{"a":"ZXlKMGIydGxiaUk2SW1oMWJuUmxjakl5ZUNKOQ=="}"#,
    #"{"a":"aHR0cHM6Ly9hLnRlc3QvY2I/dG9rZW49aHVudGVyMjJ4JmE9MQ"}"#,
    #"{"a":"Z3JhbnRfdHlwZT14eSZ0b2tlbj1odW50ZXIyMng"}"#,
    #"{"a":"PGE+PHBhc3N3b3JkPmh1bnRlcjIyeDwvcGFzc3dvcmQ+PC9hPg"}"#,
    #"{"text":"Invalid API key provided: hunter22x"}"#,
    #"{"text":"Ihr Passwort lautet hunter22x"}"#,
    #"{"text":"Votre mot de passe est hunter22x"}"#, "oldpw=hunter22x&x=1",
  ])
  func `a value is known without its surroundings`(body: String) {
    var redactor = Redactor(.standard)
    _ = redactor.body(Data(body.utf8), type: nil, isRequest: true)
    #expect(redactor.cleaner?.clean("/go/hunter22x/on") == "/go/REDACTED/on")
  }

  @Test(arguments: [
    ("Cookie", "sess=%7B%22token%22%3A%22hunter22x%22%7D"), ("X-Auth", #"{"token":"hunter22x"}"#),
    ("Authorization", "GenieKey hunter22x"), ("X-Context", "eyJ0b2tlbiI6Imh1bnRlcjIyeCJ9"),
    ("Cookie", "sid=hunter22x; theme=dark"), ("Cookie", #"sid="hunter22x""#),
    ("Set-Cookie", "csrftoken=hunter22x; Path=/"),
  ])
  func `what a field hides is looked into`(name: String, value: String) {
    var redactor = Redactor(.standard)
    let clean = redactor.headers([name: value])
    #expect(clean[name]?.contains("hunter") == false)
    #expect(redactor.cleaner?.clean("/go/hunter22x/on") == "/go/REDACTED/on")
  }

  @Test func `what Swift takes for a semicolon stays in a cookie`() throws {
    var redactor = Redactor(.standard)
    _ = redactor.body(Data(#"{"password":"hunter22x"}"#.utf8), type: nil, isRequest: true)
    let headers: StubHeaders = ["Cookie": "a=1\u{37E}hunter22x;b=1"]
    let clean = try #require(redactor.cleaner?.clean(headers)["Cookie"])
    #expect(Array(clean.utf8) == Array("a=1\u{37E}REDACTED;b=1".utf8))
  }

  @Test func `what was only noted before is taken out elsewhere once it is a secret`() {
    var redactor = Redactor(.standard)
    _ = redactor.headers(["Cookie": "sid=hunterpass"])
    _ = redactor.body(Data(#"{"password":"hunterpass"}"#.utf8), type: nil, isRequest: true)
    #expect(redactor.cleaner?.clean("hello hunterpass x") == "hello REDACTED x")
  }

  @Test func `a value is a label if it repeats whole words of its name`() {
    func clean(_ text: String) -> String {
      var redactor = Redactor(.standard)
      return redactor.text(text)
    }
    #expect(clean(#"{"login.password":"Password"}"#) == #"{"login.password":"Password"}"#)
    #expect(clean(#"{"apiKey":"API key"}"#) == #"{"apiKey":"API key"}"#)
    #expect(clean(#"{"password":"sword"}"#) == #"{"password":"REDACTED"}"#)
  }

  @Test func `a part of a text in base64 leaves the rest as it decodes`() throws {
    var redactor = Redactor(.standard)
    redactor.names = SecretNames()
    _ = redactor.body(Data(#"{"password":"hunter22x"}"#.utf8), type: nil, isRequest: true)
    for blanks in 0..<3 {
      let text = String(repeating: " ", count: blanks) + "so hunter22x ok"
      let clean = try #require(redactor.cleaner?.clean(Data(text.utf8).base64EncodedString()))
      let decoded = try #require(Data(base64Encoded: clean))
      let result = String(decoding: decoded, as: UTF8.self)
      #expect(!result.contains("hunter") && result.hasSuffix(" ok"), "\(result)")
    }
  }

  @Test func `a name is judged by what is around it, each time it comes`() {
    var redactor = Redactor(.standard)
    for secret in ["hunter22x", "hunter22y"] {
      let text = #"{"a":{"value":"x"},"properties":{"token":{"value":"\#(secret)"}}}"#
      let body = redactor.body(Data(text.utf8), type: nil, isRequest: false)
      #expect(Self.hidesAll(String(decoding: body, as: UTF8.self)))
    }
  }

  @Test func `what takes its place is written as its place needs it`() {
    func clean(_ text: String, _ type: String) -> String {
      var redactor = Redactor(.standard)
      redactor.names = SecretNames()
      let body = redactor.body(Data(text.utf8), type: type, isRequest: true)
      return String(decoding: body, as: UTF8.self)
    }
    #expect(
      clean("card_number=4111+1111+1111+1111", Self.form) == "card_number=1000+0000+0000+0001")
    #expect(clean(#"{"password":"x1"}"#, "text/html") == #"{"password":"REDACTED-1"}"#)
    let attribute = #"<p data-x='{"token":"hunter22x","n":"it&#39;s"}'>"#
    #expect(
      clean(attribute, "text/html")
        == #"<p data-x='{&quot;token&quot;:&quot;REDACTED-1&quot;,&quot;n&quot;:&quot;it&#39;s&quot;}'>"#
    )
  }
}
