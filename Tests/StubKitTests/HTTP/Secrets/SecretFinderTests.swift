import Foundation
import Testing

@testable import StubKit

/// Values that were found once, wherever they come again.
struct SecretFinderTests {
  private func clean(
    _ text: String, of secrets: String..., isRequest: Bool = false, type: String? = nil
  ) -> String {
    var pool = SecretPool()
    for secret in secrets { pool.add(secret.utf8) }
    guard let finder = pool.finder() else { return text }
    let data = SecretCleaner(finder).clean(
      Data(text.utf8), isRequest: isRequest, type: type)
    return String(decoding: data, as: UTF8.self)
  }

  private static let secret = "p\u{E4}ss/+ \"w\"&<3"

  @Test(arguments: [
    secret, "p%C3%A4ss%2F%2B%20%22w%22%26%3C3", "p%c3%a4ss%2f%2b+%22w%22%26%3c3",
    "p\u{E4}ss%2F%2B%20%22w%22%26%3C3", "p%25C3%25A4ss%252F%252B%2520%2522w%2522%2526%253C3",
    #"p\#u{E4}ss/+ \"w\"&<3"#, #"p\u00e4ss\/+ \"w\"\u0026\u003C3"#,
    #"p\\u00e4ss\\/+ \\\"w\\\"&<3"#, "p\u{E4}ss/+ &quot;w&quot;&amp;&lt;3",
    "p&#228;ss/+ &#x22;w&#34;&amp;&lt;3", "cMOkc3MvKyAidyImPDM=", "cMOkc3MvKyAidyImPDM",
    "cMOkc3MvKyAidyImPDM%3D",
  ])
  func `in every encoding`(written: String) {
    for (start, end) in [("", ""), ("a ", " b"), ("?a=", "&b=1"), ("[\"", "\"]")] {
      let text = clean(start + written + end, of: Self.secret)
      #expect(text.hasPrefix(start + "REDACTED"), "\(text)")
      #expect(text.hasSuffix(end))
    }
  }

  @Test func `in base64 with a plus, which an escape may stand for`() {
    let base64 = Data("~>~>x9-~>~>".utf8).base64EncodedString()
    #expect(base64.contains("+"))
    for text in [base64, base64.replacing("+", with: "%2B").replacing("=", with: "%3D")] {
      #expect(clean("?a=\(text)&b=1", of: "~>~>x9-~>~>") == "?a=REDACTED&b=1")
    }
  }

  @Test(arguments: ["", "/", "-", "+", "_", ".", ",", "%2F", "=", "A", "AB/C"])
  func `none is left of two in base64 beside each other`(separator: String) throws {
    let secrets = ["q7Zp>?Kx2vLw9~~Tn4bR", "h3Jd?>>Ym8cFs5~~Gt1eW"]
    var pool = SecretPool()
    for secret in secrets { pool.add(secret.utf8) }
    let finder = try #require(pool.finder())
    for count in 0..<36 {
      let pieces = zip(secrets, [count % 6, count / 6]).map { secret, length in
        String(
          decoding: Base64.encode(Array("user:".prefix(length).utf8) + Array(secret.utf8)),
          as: UTF8.self)
      }
      for isURL in [false, true] {
        let text = pieces.map {
          isURL ? String(decoding: Base64.forURL(Array($0.utf8)), as: UTF8.self) : $0
        }
        .joined(separator: separator)
        let cleaned = SecretCleaner(finder, names: SecretNames()).clean("/v1/" + text + "/x")
        let left = cleaned.withBytes { finder.matches(in: $0) }
        #expect(left.isEmpty, "\(text) became \(cleaned)")
      }
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `none is left in texts that are put together at random`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: values.indices, using: &random)]
    }
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_~>?/+ ")
    let secrets = (0..<4).map { _ in
      "x7" + String((0..<Int.random(in: 6...40, using: &random)).map { _ in pick(letters) }) + "9k"
    }
    var pool = SecretPool()
    for secret in secrets { pool.add(secret.utf8) }
    let finder = try #require(pool.finder())
    let names = SecretNames()
    func base64(_ text: String) -> String {
      let text = Data(text.utf8).base64EncodedString()
      let plain = pick([text, String(text.prefix { $0 != "=" })])
      return pick([plain, plain.replacing("+", with: "-").replacing("/", with: "_")])
    }
    func piece() -> String {
      let secret = pick(secrets)
      return switch Int.random(in: 0..<6, using: &random) {
      case 0: secret
      case 1: secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      case 2:
        base64(
          pick(["", "a", "user:", "{\"t\":\"", "~~"]) + secret + pick(["", "b", "\"}", ":1234"]))
      case 3: base64(secret).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      case 4: base64("a:" + base64("b:" + secret))
      default: String((0..<Int.random(in: 0...9, using: &random)).map { _ in pick(letters) })
      }
    }
    for _ in 0..<100 {
      let text = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        piece() + pick(["", "/", "&a=", ".", ",", "-", "\"", " ", "%2F", "="])
      }.joined()
      let cleaned = SecretCleaner(finder, names: names).clean(text)
      let left = cleaned.withBytes { finder.matches(in: $0) }
      #expect(left.isEmpty, "\(text) became \(cleaned)")
      #expect(!secrets.contains { cleaned.contains($0) })
    }
  }

  @Test func `behind what looks like the beginning of an escape`() {
    #expect(clean("50%ab12cd34ef+/x", of: "ab12cd34ef+/x") == "50REDACTED")
    #expect(clean("a%9elE5eO3vd/+ve &amp;", of: "elE5eO3vd/+ve") == "aREDACTED &amp;")
    #expect(clean(#"C:\new-s3cret1 %41"#, of: "new-s3cret1") == "C:REDACTED %41")
  }

  @Test func `no escape of JSON is cut in two`() {
    let cleaned = clean(#"["a\new-s3cret1\\", "x-s3cret\\?"]"#, of: "new-s3cret1", #"x-s3cret\\"#)
    #expect(cleaned == #"["aREDACTED\\", "REDACTED\\?"]"#)
  }

  @Test func `nothing but what can be read is sought`() {
    let blanks = "\n\n\n  \t\r\n\n\n\n"
    #expect(clean("a\(blanks)b", of: blanks) == "a\(blanks)b")
    #expect(clean("a sesame b", of: "\n sesame\n") == "a REDACTED b")
  }

  @Test func `a composed name is escaped where the secret was, which has a backslash itself`() {
    let secrets = ["t0ken0ne1", #"2\<d=t0ken0ne1"""#].map { Array($0.utf8) }
    let finder = SecretFinder(secrets)
    let names = SecretNames()
    for secret in secrets { _ = names.name(of: secret) }
    #expect(names.compose(secrets, by: finder))
    let cleaner = SecretCleaner(finder, names: names)
    let clean = cleaner.clean(#"{"a": "2\\<d=t0ken0ne1\"\""}"#)
    #expect(clean == #"{"a": "2<d=REDACTED-1\"\""}"#)
  }

  @Test func `a composed name is escaped where the secret is found in a text with escapes`() {
    let secrets = ["t0ken0ne1", "key\r<t0ken0ne1"].map { Array($0.utf8) }
    let names = SecretNames()
    for secret in secrets { _ = names.name(of: secret) }
    #expect(names.compose(secrets, by: SecretFinder(secrets)))
    func name(of text: String) -> String {
      String(decoding: names.name(of: text.utf8), as: UTF8.self)
    }
    #expect(name(of: #"key\r<t0ken0ne1"#) == #"key\r<REDACTED-1"#)
    #expect(name(of: "key%0D%3Ct0ken0ne1") == "key%0D%3CREDACTED-1")
    #expect(name(of: "key\r<t0ken0ne1") == "key\r<REDACTED-1")
  }

  @Test func `a composed name is escaped where more of the secret's text has escapes`() {
    let secrets = ["t0ken0ne1", #"s'=t0ken0ne1\use"#].map { Array($0.utf8) }
    let finder = SecretFinder(secrets)
    let names = SecretNames()
    for secret in secrets { _ = names.name(of: secret) }
    #expect(names.compose(secrets, by: finder))
    let cleaner = SecretCleaner(finder, names: names)
    #expect(
      cleaner.clean(#"{"a": "s\\'=t0ken0ne1\\use"}"#) == #"{"a": "s'=REDACTED-1\\REDACTED-2"}"#)
    #expect(cleaner.clean(#"s'=t0ken0ne1\use"#) == #"s'=REDACTED-1\REDACTED-2"#)
  }

  @Test func `no name has a backslash at its end that would be an escape's beginning`() throws {
    var pool = SecretPool()
    for secret in ["7bearerr2", #"7bearerr2\"#, #"7bearerr2\r\"#] { pool.add(secret.utf8) }
    let finder = try #require(pool.finder())
    let names = SecretNames()
    for secret in pool.values { _ = names.name(of: secret) }
    #expect(names.compose(pool.values, by: finder))
    let cleaner = SecretCleaner(finder, names: names)
    #expect(
      cleaner.clean(#"{"a": "7bearerr2\\x", "b": "7bearerr2\r"}"#)
        == #"{"a": "REDACTED-1\\x", "b": "REDACTED-1"}"#)
  }

  @Test func `the longest of those that begin alike`() {
    let secrets = ["tok_live_1", "tok_live_12", "tok_live_12x4", "tok_live_13", "tok_live_2"]
    func clean(_ text: String) -> String {
      self.clean(text, of: secrets[3], secrets[0], secrets[4], secrets[2], secrets[1])
    }
    for secret in secrets { #expect(clean("a \(secret) b") == "a REDACTED b") }
    #expect(clean("a tok_live_12x3 b") == "a REDACTEDx3 b")
    #expect(clean("a tok_live_14 b") == "a REDACTED4 b")
    #expect(clean("a tok_live_3 tok_live_0 b") == "a tok_live_3 tok_live_0 b")
    #expect(clean("tok_live_12x") == "REDACTEDx")
    // Where the longer one is a name, which stays, the shorter one is found in it.
    #expect(
      self.clean("abc_cd_ef: abc_cd_ef", of: "abc_cd", "abc_cd_ef") == "REDACTED_ef: REDACTED")
  }

  @Test func `with a character that JSON writes as two halves`() {
    let secret = "pass\u{1F600}-\u{E051A}!"
    for written in [
      secret, #"pass\ud83d\ude00-\udb41\udd1a!"#, #"pass\\uD83D\\uDE00-\\uDB41\\uDD1A!"#,
    ] {
      #expect(clean("a \(written) b", of: secret) == "a REDACTED b")
    }
    // A half that has no other is no character.
    #expect(
      clean(#"a \ud83d \ude00 \udd1apass"#, of: "pass-word") == #"a \ud83d \ude00 \udd1apass"#)
  }

  @Test(arguments: ["", "a", "ab", "abc", "{\"token\":\""])
  func `within other bytes in base64`(start: String) {
    let secret = "s3cret-value-77/+~?"
    let base64 = Data("\(start)\(secret)\"}".utf8).base64EncodedString()
    for text in [base64, base64.replacingOccurrences(of: "/", with: "_")] {
      let cleaned = clean("x \(text) y", of: secret)
      let rest = cleaned.split(separator: " ")[1].replacingOccurrences(of: "_", with: "/")
      let bytes = Data(
        base64Encoded: rest + String(repeating: "=", count: (4 - rest.count % 4) % 4))
      #expect(cleaned.contains("REDACTED"))
      #expect(bytes?.range(of: Data("value".utf8)) == nil)
    }
  }

  @Test func `each of many in one text, wherever its escapes begin`() {
    let secret = Array("s3cret/+ \"x\"".utf8)
    let forms = [secret, Array(#"s3cret%252F%252B \"x\""#.utf8)]
    var text: [UInt8] = []
    var expected: [Range<Int>] = []
    for count in 0..<40 {
      text += [UInt8](repeating: UInt8(ascii: "a"), count: count) + Array("%20".utf8)
      expected.append(text.count..<text.count + forms[count % 2].count)
      text += forms[count % 2]
    }
    let matches = text.withUnsafeBufferPointer { SecretFinder([secret]).matches(in: $0) }
    #expect(matches.map(\.range) == expected)
  }

  @Test(arguments: ["&amp;", "%25", #"\n"#, #"\u0041"#])
  func `no escapes take more than a walk`(escape: String) {
    // With a copy for each of them it would take half a minute.
    let text = String(repeating: escape, count: 100_000)
    #expect(clean(text + " hunter2-x", of: "hunter2-x") == text + " REDACTED")
  }

  @Test func `words and numbers only where they stand alone`() {
    #expect(
      clean("monkey monkeys amonkey \"monkey\"", of: "monkey")
        == "REDACTED monkeys amonkey \"REDACTED\"")
    #expect(clean("123456 1234567 x=123456&", of: "123456") == "REDACTED 1234567 x=REDACTED&")
    #expect(clean("a%20monkey%20", of: "monkey") == "a%20REDACTED%20")
    #expect(clean(#"a\nmonkey"#, of: "monkey") == #"a\nREDACTED"#)
    #expect(clean("xhunter2x", of: "hunter2") == "xREDACTEDx")
  }

  @Test func `short values and common words cost no body anything`() {
    #expect(
      clean("abcde password bearer default", of: "abcde", "password", "Bearer", "default")
        == "abcde password bearer default")
  }

  @Test(arguments: [
    ("/a/~", true), ("/a/~/b", true), ("/a/~?b=1", true), ("a=~&b=1", true), ("?a=~", true),
    ("~", true),
    ("\"~\"", true), (#"{\"a\":\"~\"}"#, true), ("{\"a\": ~, \"b\":1}", true), ("[ 1,~ ]", true),
    ("<a>~</a>", true), ("a\r\n~\r\nb", true), ("1,~,2", true),
    ("a ~ b", false), ("/a-~", false), ("http://a.test:~/b", false), ("at 10:~", false),
    ("\"~ b\"", false), ("x~x", false), ("{\"~\":1}", false), ("a=1~", false),
  ])
  func `a PIN only as a whole value`(text: String, isFound: Bool) {
    for secret in ["4711", "47113"] {
      let cleaned = clean(text.replacing("~", with: secret), of: secret, isRequest: true)
      #expect(cleaned.contains(secret) != isFound, "\(cleaned)")
    }
    #expect(clean("{\"a\":123,\"b\":\"1a3\"}", of: "123", "1a3").contains("1a3"))
  }

  @Test func `a number in JSON stays one`() {
    #expect(clean(#"{"a":493817,"b":[ 493817 ]}"#, of: "493817") == #"{"a":0,"b":[ 0 ]}"#)
    #expect(
      clean(#"{"a":493817}"#, of: "493817", isRequest: true) == #"{"a":"REDACTED"}"#)
    #expect(clean(#"{"a":"493817"}"#, of: "493817") == #"{"a":"REDACTED"}"#)
  }

  @Test func `secrets that overlap go together`() {
    #expect(clean("x abc123def456 y", of: "abc123def", "123def456") == "x REDACTED y")
    #expect(clean("abc123 abc1234", of: "abc123", "abc1234") == "REDACTED REDACTED")
  }

  @Test func `many secrets are found in one walk`() {
    var generator = SeededRandom(seed: 3)
    let secrets = (0..<500).map { "s\($0)-\(UInt64.random(in: 0 ... .max, using: &generator))" }
    var pool = SecretPool()
    for secret in secrets { pool.add(secret.utf8) }
    let text = secrets.joined(separator: " and ")
    let cleaner = pool.finder().map { SecretCleaner($0) }
    #expect(
      cleaner?.clean(text) == [String](repeating: "REDACTED", count: 500).joined(separator: " and ")
    )
  }

  @Test(arguments: ["", "Z", "Zq", "Zq7"])
  func `many secrets in one long run of base64 are found`(start: String) throws {
    var generator = SeededRandom(seed: 4)
    let secrets = (0..<5_000).map { "s\($0)-\(UInt64.random(in: 0 ... .max, using: &generator))" }
    var pool = SecretPool()
    for secret in secrets { pool.add(secret.utf8) }
    let finder = try #require(pool.finder())
    let text = start + Data(secrets.joined(separator: " and ").utf8).base64EncodedString()
    let cleaned = SecretCleaner(finder, names: SecretNames()).clean(text)
    #expect(cleaned != text)
    #expect(cleaned.withBytes { finder.matches(in: $0) }.isEmpty)
  }

  @Test func `what looks like a secret across the head of a part is none`() {
    func form(_ fileName: String, _ value: String) -> String {
      "--x\r\nContent-Disposition: form-data; filename=\"\(fileName)\"\r\n\r\n\(value)\r\n--x--\r\n"
    }
    func clean(_ text: String, of secret: String) -> String {
      self.clean(text, of: secret, "s3cr3t-w0rd", type: "multipart/form-data; boundary=x")
    }
    let secret = "s3cr3t-w0rd"
    for chance in [
      "x\r\nContent-Disposition: for", "Content-Disposition: for",
    ] {
      #expect(clean(form("a", secret), of: chance) == form("a", "REDACTED"))
      #expect(clean(form(secret, chance), of: chance) == form("REDACTED", "REDACTED"))
    }
    // A longer boundary begins with this one, and stands within a value.
    #expect(clean(form("a", "1\r\n--xy-z"), of: "1\r\n--xy") == form("a", "REDACTED-z"))
  }

  @Test func `text behind the values of a body is searched, too`() {
    let secret = "s3cr3t-w0rd"
    #expect(
      clean("{\"a\":1}\n{\"note\":\"\(secret)\"}\n", of: secret)
        == "{\"a\":1}\n{\"note\":\"REDACTED\"}\n")
    #expect(clean("[1] \(secret) [\"\(secret)\"]", of: secret) == "[1] REDACTED [\"REDACTED\"]")
    let type = "multipart/form-data; boundary=x"
    func form(_ text: String) -> String {
      "\(text)\r\n--x\r\n\(text)\r\n\r\n\(text)\r\n--x-- \(text)\r\n\(text)"
    }
    #expect(clean(form(secret), of: secret, type: type) == form("REDACTED"))
  }
}
