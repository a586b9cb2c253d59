import Foundation
import Testing

@testable import StubKit

/// What the standard redaction makes of texts in which a secret stands under its name, or by its looks.
struct RedactorTextTests {
  private func redact(_ text: String, by redaction: Redaction = .standard) -> String {
    var redactor = Redactor(redaction)
    return redactor.text(text)
  }

  @Test(arguments: [
    // JSON at any depth keeps its types.
    (
      #"{"user":"ann","password":"x","pin":4938,"ok":true,"secret":null}"#,
      #"{"user":"ann","password":"REDACTED","pin":0,"ok":true,"secret":null}"#
    ),
    (
      #"{"tokens":{"a":"x","n":[1,"y"],"expires_in":3600,"type":"b"},"max_tokens":100}"#,
      #"{"tokens":{"a":"x","n":[1,"y"],"expires_in":3600,"type":"b"},"max_tokens":100}"#
    ),
    (
      #"{"card":{"number":"4111","holder":"Ann"},"session":{"id":"s","title":"Intro"}}"#,
      #"{"card":{"number":"REDACTED","holder":"Ann"},"session":{"id":"s","title":"Intro"}}"#
    ),
    (
      #"{"credentials":{"note":"}","value":"v"},"a":"b"}"#,
      #"{"credentials":{"note":"REDACTED","value":"REDACTED"},"a":"b"}"#
    ),
    (
      #"{"session":{"note":"a } b","key":"4f9Ac2e81Bd07f6e"}}"#,
      #"{"session":{"note":"a } b","key":"REDACTED"}}"#
    ),
    // JSON in a string of JSON, and once more.
    (
      #"{"body":"{\"password\":\"x\",\"pin\":4821,\"a\":[1]}"}"#,
      #"{"body":"{\"password\":\"REDACTED\",\"pin\":0,\"a\":[1]}"}"#
    ),
    (
      #"{"a":"{\"b\":\"{\\\"token\\\":\\\"x\\\"}\"}"}"#,
      #"{"a":"{\"b\":\"{\\\"token\\\":\\\"REDACTED\\\"}\"}"}"#
    ),
    (#"{"a":"{\u0022token\u0022:\u0022x\u0022}"}"#, #"{"a":"{\"token\":\"REDACTED\"}"}"#),
    (
      #"{"a":"{\n  \"tokens\": [\n    \"x\",\n    12,\r\n\t34\n  ]\n}"}"#,
      #"{"a":"{\n  \"tokens\": [\n    \"REDACTED\",\n    12,\r\n\t34\n  ]\n}"}"#
    ),
    ("{\"token\":\"a\"}\n{\"token\":\"b\"}", "{\"token\":\"REDACTED\"}\n{\"token\":\"REDACTED\"}"),
    // An apostrophe in a string is closed in it, or quotes nothing.
    (
      #"{"note":"='%ba","password":"it's"}"#,
      #"{"note":"='%ba","password":"REDACTED"}"#
    ),
    // A string within a string that is never closed ends with that.
    (
      #"{"note":"{"pin":"d","password":"e"}"#,
      #"{"note":"{"pin":"REDACTED","password":"REDACTED"}"#
    ),
    // GraphQL.
    (
      #"{"query":"mutation { login(user: \"a\", password: \"x\", pin: 12) { token } }"}"#,
      #"{"query":"mutation { login(user: \"a\", password: \"REDACTED\", pin: 0) { token } }"}"#
    ),
    (
      #"{"query":"mutation($password: String!) { a }","variables":{"in":{"password":"x"}}}"#,
      #"{"query":"mutation($password: String!) { a }","variables":{"in":{"password":"REDACTED"}}}"#
    ),
    ("login(password: $password, token: String!)", "login(password: $password, token: String!)"),
    (
      "query { a: session(id: 1) login(password: \"x\") }",
      "query { a: session(id: 1) login(password: \"REDACTED\") }"
    ),
    // What only begins like an operation.
    (#"fragment {"password" : "x"}"#, #"fragment {"password" : "REDACTED"}"#),
    (#"query (a) { password = "x" }"#, #"query (a) { password = "REDACTED" }"#),
    // Pairs, also encoded within others.
    (
      "/cb?code=ab1&state=x&page=2#access_token=t&token_type=bearer",
      "/cb?code=REDACTED&state=x&page=2#access_token=REDACTED&token_type=bearer"
    ),
    ("/x?code=DE&user[password]=p", "/x?code=DE&user[password]=REDACTED"),
    ("/x?next=%2Fy%3Ftoken%3Dabc%26a%3D1", "/x?next=%2Fy%3Ftoken%3DREDACTED%26a%3D1"),
    ("/x?j=%7B%22password%22%3A%22x%22%7D", "/x?j=%7B%22password%22%3A%22REDACTED%22%7D"),
    ("https://ann:sesame@a.test/", "https://REDACTED@a.test/"),
    // Markup.
    (
      "<a><ns:Password Type=\"t\">x</ns:Password><b>c</b></a>",
      "<a><ns:Password Type=\"t\">REDACTED</ns:Password><b>c</b></a>"
    ),
    ("<token><![CDATA[x]]></token>", "<token><![CDATA[REDACTED]]></token>"),
    (
      #"<input name="csrf_token" type="hidden" value="x"><input name="q" value="y">"#,
      #"<input name="csrf_token" type="hidden" value="REDACTED"><input name="q" value="y">"#
    ),
    (
      #"<input value="x" password="y" name="token">"#,
      #"<input value="REDACTED" password="REDACTED" name="token">"#
    ),
    (
      #"<entry key="password">x</entry><login password="y" user='z'/>"#,
      #"<entry key="password">REDACTED</entry><login password="REDACTED" user='z'/>"#
    ),
    // Lines and code.
    (
      "X-Api-Key: k1\nHost: a.test\npassword = x1",
      "X-Api-Key: REDACTED\nHost: a.test\npassword = REDACTED"
    ),
    ("API_KEY=9f86d081884c7d659a2feaa0\nDEBUG=1", "API_KEY=REDACTED\nDEBUG=1"),
    ("GET /me?api_key=9f86d081884c7d659a2feaa0 200", "GET /me?api_key=REDACTED 200"),
    ("let a = {password: 'x', n: 1}", "let a = {password: 'REDACTED', n: 1}"),
    (
      "{'password': 'x', 'user': 'ann', \"pwd\": 'y'}",
      "{'password': 'REDACTED', 'user': 'ann', \"pwd\": 'REDACTED'}"
    ),
    // Names beside their values.
    (
      #"[{"name":"password","value":"x"},{"name":"page","value":"y"},{"key":"apiKey","value":"k"}]"#,
      #"[{"name":"password","value":"REDACTED"},{"name":"page","value":"y"},{"key":"apiKey","value":"REDACTED"}]"#
    ),
    (
      #"{"headers":{"Authorization":["Bearer abc"]},"sessions":[{"title":"Keynote"}]}"#,
      #"{"headers":{"Authorization":["Bearer REDACTED"]},"sessions":[{"title":"Keynote"}]}"#
    ),
    ("see Bearer ab1cde there", "see Bearer REDACTED there"),
    ("It sends Bearer ab1cde!", "It sends Bearer REDACTED!"),
    // What is no secret.
    ("see Bearer ab1cd there", "see Bearer ab1cd there"),
    (#"{"token":"null","password":""}"#, #"{"token":"null","password":""}"#),
    (#"["password", "x", {"a": "password"}]"#, #"["password", "x", {"a": "password"}]"#),
    (
      "Forgot your password? It must have 8 letters.",
      "Forgot your password? It must have 8 letters."
    ),
    (
      #"{"key":"name","state":"CA","hash":"none","code":404}"#,
      #"{"key":"name","state":"CA","hash":"none","code":404}"#
    ),
    ("The Bearer of bad news", "The Bearer of bad news"),
    (
      "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nhello\n",
      "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nhello\n"
    ),
    ("http://a.test:8080/auth:80/", "http://a.test:8080/auth:80/"),
    (
      "http://myhooks.slack.com/services/T0/B0/ducks",
      "http://myhooks.slack.com/services/T0/B0/ducks"
    ),
  ])
  func `names`(text: String, redacted: String) {
    #expect(redact(text) == redacted)
  }

  @Test(arguments: [
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1g",
    "AKIAIOSFODNN7EXAMPLE", "ghp_0123456789abcdefghijklmnopqrstuvwxyz",
    "github_pat_0123456789abcdefghij_klmn", "xoxb-1234567890-abcdefghij",
    "sk_live_0123456789abcdef", "rk_test_0123456789abcdef",
    "AIzaSyA0123456789abcdefghijklmnopqrstuv", "npm_0123456789abcdefghijklmnopqrstuvwxyz",
    "glpat-0123456789abcdefghij", "SG.0123456789abcdefghijkl.0123456789abcdefghijkl",
    "whsec_0123456789abcdef", "ya29.a0AfH6SMBx0123456789", "hf_abcdefghijklmnopqr5tuvwx",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEow+/=\nabc\n-----END RSA PRIVATE KEY-----",
    #"-----BEGIN PRIVATE KEY-----\nMIIEow+/=\n-----END PRIVATE KEY-----\n"#,
    "Bearer abc.DEF-123_xyz", "basic YW5uOnNlc2FtZQ==",
  ])
  func `looks, whatever the name`(secret: String) {
    let bare = secret.replacingOccurrences(of: "\\n", with: "")
    for (start, end) in [("", ""), ("see ", " there"), (#"{"a":""#, #""}"#), ("x=", "&y=1")] {
      var redactor = Redactor(.standard)
      let text = redactor.text(start + secret + end)
      #expect(text.contains("REDACTED"), "\(text)")
      #expect(text.hasPrefix(start) && text.hasSuffix(end), "\(text)")
      #expect(!text.contains(bare.suffix(12)), "\(text)")
      #expect(redact(start + secret + end, by: .none) == start + secret + end)
    }
  }

  @Test(arguments: [
    ("cert", "MIIB9TCCAWACAQAwgbgxGTAXBgNVBAoMEFF1"), ("card", "4111111111111111"),
    ("ticket", "af0ifjsldkj3k2j4h5g6"),
  ])
  func `long random values where the name hints at one`(name: String, value: String) {
    #expect(redact(#"{"\#(name)":"\#(value)"}"#) == #"{"\#(name)":"REDACTED"}"#)
    #expect(redact("?\(name)=\(value)&a=1") == "?\(name)=REDACTED&a=1")
    #expect(redact(#"{"title":"\#(value)"}"#) == #"{"title":"\#(value)"}"#)
  }

  @Test(arguments: ["key", "nonce", "state", "hash", "digest", "kid", "cursor", "id"])
  func `what many things have stays, but for a key in a query`(name: String) {
    let value = "4f9Ac2e81Bd07f6e33"
    #expect(redact(#"{"\#(name)":"\#(value)"}"#) == #"{"\#(name)":"\#(value)"}"#)
    let shown = name == "key" ? "REDACTED" : value
    #expect(redact("?\(name)=\(value)&a=1") == "?\(name)=\(shown)&a=1")
  }

  @Test(arguments: [
    "images/2024/photo-01.png", "2026-11-20T21:05:00Z", "https://a.test/key", "a sentence of words",
    "primary-button-large", "someLongIdentifier", "1700000000000",
  ])
  func `values that are no secret under a name that hints`(value: String) {
    #expect(redact(#"{"key":"\#(value)"}"#) == #"{"key":"\#(value)"}"#)
  }

  @Test(arguments: [
    #"{"message":"Enter your password:", "Password":"$"}"#,
    #"{"message":"Your pass: ","a":"b","password":"$"}"#,
    #"{"query":"a=b&token=","b":1,"password":"$"}"#,
    #"[["password:", {"password":"$"}], 1]"#,
    #"{"body":"{\"message\":\"pass:\",\"password\":\"$\"}"}"#,
    #"{"a":"{\"b\":\"{\\\"c\\\":\\\"token=\\\",\\\"password\\\":\\\"$\\\"}\"}"}"#,
  ])
  func `a name at the end of a string is not that of what stands behind it`(text: String) {
    #expect(
      redact(text.replacing("$", with: "correct horse"))
        == text.replacing("$", with: Redaction.mark))
  }

  @Test(arguments: [
    #"said="Your password:" body={"password":"$"}"#, #""password:", {"password":"$"}"#,
    #"{"a":"b, "password":"$"}"#, #"[1, "b, "password":"$"]"#,
    "<password><![CDATA[ab<$>]]]></password>", "<password><![CDATA[$",
    #"<a password=" x"/><b key="'x"/><password>$</password>"#,
    #"<a path="C:\"/><input name="password" value="$"/>"#,
    #"<a>name='50%</a><a token="$'"/>"#, #"<a>token='</a><a token="'$"/>"#,
    #"<ss\/P=\\=={"x>/<ss\/P=\\==": "x>/<ss\/P=\\==", "Password" : "$"}"#,
    #"a<b {"a":"b\">", "Password":"$"}"#, #"a<b {"a\">":"b", "Password":"$"}"#,
    #":<s>CSC:[{":<s>\"CSC\":[": ":<s>\"CSC\":[", "Password" : "$:<s>\"CSC\":["}"#,
    #"<?xml version="1.0"?><a><password>$" horse</password></a>"#,
    #"<b c="d > e" name="password" value="$%26pin%3D1234"/>"#,
    #"<a>"x":"\u0022pin\u0022:5 <password>$" horse</password></a>"#,
    #"<script><a>5"</a><b password=";$"/></script>"#,
    #"<!-- <script> --><a>5"</a><b password=";$"/><script></script>"#,
    "<password><![CDATA[ab]]]]><![CDATA[>$]]></password>", "<_password>$</_password>",
    #"<a>5"</a><b name = "password" value = ":$"/>"#,
    #"<a>5"</a><b c="d > e" name="password" value=":$"/>"#,
    #"<a>5"</a><b password=":$"/>"#, #"<a><![CDATA[5"]]></a><b password=":$"/>"#,
    #"<a>token:"name=<b password=";$"/></a>"#, #"<a>name=" 5<b name="apiKey" value="$"/></a>"#,
    #"<a>\"<b>5</b><password>\"$</password></a>"#,
    #"<a b='"' c=":"><password>"$</password></a>"#, "<a password='5\n$'/>",
    #"<a>{"<b>\"csc\":{[": "<b>\"csc\":{[", "Password" : "$"}"#,
    "<a>\nkey: a<b password=\"$\"/></a>", "<a>\npassword: a<b password=\" $\"/></a>",
  ])
  func `where two readings are possible, neither leaves a secret behind`(text: String) {
    let redacted = redact(text.replacing("$", with: "correct horse"))
    #expect(!redacted.contains("correct") && !redacted.contains("horse"), "\(redacted)")
  }

  @Test(arguments: [
    #"<a={"x>b<c {=": "x>b<c {=", "Password" : "$"}"#,
    #"<a={"x>b<c =": "x>b<c =", "Password" : "$"}"#,
    #"<p>5</p><script>{"<b>\"a\":{[": "<b>\"csc\":{[", "Password" : "$"}</script>"#,
  ])
  func `what only begins like a tag has strings as elsewhere`(text: String) {
    #expect(
      redact(text.replacing("$", with: "x>correct horse"))
        == text.replacing("$", with: Redaction.mark))
  }

  @Test(arguments: [
    (#"<a>{"<b c='": "<b c='", "Password" : "x\"='/>correct horse"}"#, #"x"='/>correct horse"#),
    (#"<a>{"<b c='": "5", "Password" : "x' e>correct horse"}"#, "x' e>correct horse"),
  ])
  func `a secret in what is a tag by chance is known as it is`(text: String, secret: String) {
    var redactor = Redactor(.standard)
    let redacted = redactor.text(text)
    #expect(!redacted.contains("horse"), "\(redacted)")
    #expect(redactor.cleaner?.clean("again: \(secret)") == "again: REDACTED")
  }

  @Test(arguments: [
    "pass:w7Kv", "password=[p", "x token: [a", "api_key: {b", "a;password\n1;2\n", "secret=x{{",
    "<a> [password=", "pin: 4'",
  ])
  func `an object is read as one, whatever stands before it`(noise: String) {
    let text = noise + #"{"it's": "pass='{", "Password" : "correct horse"}"#
    var redactor = Redactor(.standard)
    let redacted = redactor.text(text)
    #expect(!redacted.contains("horse"), "\(redacted)")
    #expect(redactor.cleaner?.clean("again: correct horse") == "again: REDACTED")
  }

  @Test func `a word that is too long is cut between two characters`() throws {
    for count in 250...260 {
      let word = String(repeating: "a", count: count) + String(repeating: "\u{20AC}", count: 5)
      for text in ["x token:1\(word)", "the token is 1\(word)", "password 1\(word) '"] {
        var redactor = Redactor(.standard)
        let body = redactor.body(Data("{\"a\": \"\(text)\"}".utf8), type: nil, isRequest: false)
        #expect(String(validUTF8: body) != nil)
      }
    }
  }

  @Test func `an empty field stays empty`() {
    let form = #"<form><input name="password" value=""><input name="token" value=''></form>"#
    #expect(redact(form) == form)
  }

  @Test func `lines of JSON with markup in them are JSON again`() {
    let line = #"{"html":"<p class=\"x\">it's 5\" <b>a</b>, tip: <i>b</i></p>","token":"$"}"# + "\n"
    let text = line + line
    #expect(
      redact(text.replacing("$", with: "<b>correct</b> horse"))
        == text.replacing("$", with: Redaction.mark))
  }

  @Test func `a number in a string is text`() {
    var redactor = Redactor(.standard)
    let body = redactor.body(Data(#"{"a":"pin: 5","pin":482}"#.utf8), type: nil, isRequest: true)
    #expect(
      String(decoding: body, as: UTF8.self) == #"{"a":"pin: REDACTED","pin":"REDACTED"}"#)
  }

  @Test func `what stands in an address behind the name of a secret`() {
    var redactor = Redactor(.standard)
    #expect(
      redactor.address("https://a.test/reset/4f9Ac2e81Bd07f6e33/x?a=1")
        == "https://a.test/reset/REDACTED/x?a=1")
    #expect(
      redactor.address("https://a.test/users/4f9Ac2e81Bd07f6e33/x")
        == "https://a.test/users/4f9Ac2e81Bd07f6e33/x")
  }

  @Test(arguments: [
    String(repeating: "\\\"", count: 25_000), String(repeating: "\"", count: 50_000),
    String(repeating: "<a ", count: 25_000), String(repeating: "{[", count: 25_000),
    String(repeating: "a=", count: 15_000), String(repeating: "key=", count: 10_000),
    String(repeating: "a=%25", count: 10_000), String(repeating: "a='%25 ", count: 5_000),
    String(repeating: "code=", count: 10_000),
    String(repeating: "token=", count: 10_000), String(repeating: "://", count: 25_000),
    String(repeating: "-----BEGIN A-----", count: 2_500), String(repeating: "a:", count: 25_000),
    String(repeating: "<pin><![CDATA[", count: 5_000),
    "<a>" + String(repeating: "token=\"<", count: 10_000),
    "<a>" + String(repeating: "\\\"<a ", count: 15_000),
    String(repeating: "eyJ", count: 25_000), String(repeating: "\\\\\\\"", count: 15_000),
    String(repeating: "name=\"password\"\r\n", count: 2_500) + "form-data",
    "x " + String(repeating: "pin:", count: 60_000), String(repeating: "eyJ-", count: 60_000),
    String(repeating: #"\"a\":\"\\""#, count: 30_000), String(repeating: "<script>", count: 30_000),
    "{\"" + String(repeating: "a", count: 60_000) + "\":{"
      + String(repeating: "\"a\":1,", count: 10_000) + "\"b\":1}}",
    String(repeating: "name=token_type\n\n", count: 2_500) + "form-data",
    String(repeating: "name=token_type\n\n", count: 2_500) + "form-data\n--",
    (1...1_500).map { "--\($0)\nname=token_type\n\n" }.joined() + "form-data",
    "?" + String(repeating: "&", count: 60_000), String(repeating: "/a;", count: 30_000),
    String(repeating: "/;code=x", count: 10_000), String(repeating: "password '", count: 10_000),
    String(repeating: "token is ", count: 10_000),
    "a,b\n" + String(repeating: "\",", count: 30_000),
    "key,b\n" + String(repeating: ",", count: 60_000),
    String(repeating: "a,password\n", count: 8_000),
    String(repeating: "<key>", count: 15_000), String(repeating: "&amp;", count: 15_000),
    "pins:" + String(repeating: "[", count: 60_000),
    #"{"pins":["# + String(repeating: "1:", count: 30_000),
    String(repeating: "=", count: 60_000), String(repeating: "%25", count: 25_000),
    String(repeating: "\\u005c", count: 12_000),
    #"{"password":""# + String(repeating: "key ", count: 25_000) + #""}"#,
    String(repeating: "{\"code\":\"E1\"}\n", count: 5_000),
    String(repeating: "<!--", count: 15_000),
    "/" + String(repeating: "#/", count: 30_000),
    #"{"password":""# + String(repeating: "\\\"", count: 30_000) + #""}"#,
  ])
  func `no text takes more than a walk`(text: String) {
    // A square of the length would take a minute.
    #expect(!redact(text).isEmpty)
    var redactor = Redactor(.standard)
    #expect(!redactor.body(Data(text.utf8), type: nil, isRequest: true).isEmpty)
  }

  @Test func `text around the parts of a body does not take them for its own`() {
    func form(_ before: String, _ part: String, _ behind: String) -> String {
      let head = "Content-Disposition: form-data; name=\"a\""
      return "\(before)\r\n--x\r\n\(head)\r\n\r\n\(part)\r\n--x--\r\n\(behind)"
    }
    var redactor = Redactor(.standard)
    func clean(_ text: String) -> String {
      let type = "multipart/form-data; boundary=x"
      let body = redactor.body(Data(text.utf8), type: type, isRequest: true)
      return String(decoding: body, as: UTF8.self)
    }
    // A list whose quote never closes goes on through the parts, unless they are read by themselves.
    let open = #"pass:=["b7"#
    #expect(clean(form(open, "1", open)).hasSuffix(form("", "1", open)))
    #expect(
      clean(form("password=hunter2", "token=abc123", "password: hunter3"))
        == form("password=REDACTED", "token=REDACTED", "password: REDACTED"))
  }
}
