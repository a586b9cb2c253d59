import Foundation
import Testing

@testable import StubKit
@testable import StubKitRecording

/// What secrets are called in a document.
struct SecretNamesTests {
  private func names(of secrets: String..., besides text: String = "") -> [String] {
    let names = SecretNames()
    text.withBytes { names.avoid($0) }
    return secrets.map { String(decoding: names.name(of: Array($0.utf8)), as: UTF8.self) }
  }

  @Test func `each has one of its own, the same wherever it comes`() {
    #expect(
      names(of: "one", "two", "one", "three") == [
        "REDACTED-1", "REDACTED-2", "REDACTED-1", "REDACTED-3",
      ])
    #expect(
      names(of: "a b/ü", "a%20b%2F%C3%BC", "a+b/\\u00fc", "a b/&#252;")
        == Array(repeating: "REDACTED-1", count: 4))
  }

  @Test(arguments: [
    ("3f2504e0-4f89-41d3-9a0c-0305e82c3301", "00000000-0000-4000-8000-000000000001"),
    ("3F2504E0-4F89-11D3-9A0C-0305E82C3301", "00000000-0000-1000-8000-000000000001"),
    ("493817", "100001"), ("4111 1111 1111 1111", "1000 0000 0000 0001"),
    ("+49 170 1234567", "+10 000 0000001"), ("48", "REDACTED-1"),
    ("ann.b+c@mail.example.org", "redacted-1@redacted.example"),
    ("1987-06-05", "2000-01-02"), ("1987-06-05T12:34:56Z", "2000-01-02T00:00:00Z"),
    (
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVPmB92K27uhbUJU1p1r",
      "e30.e30.REDACTED-1"
    ),
    ("9f86d081884c7d659a2feaa0c55ad015", "00000000000000000000000000000001"),
    ("Q2F1dGlvbjogd2V0IHBhaW50IQ9+/a==", "REDACTED1AAAAAAAAAAAAAAAAAAAAA=="),
    ("correct horse battery staple", "REDACTED-1"), ("hunter2", "REDACTED-1"),
  ])
  func `it has the shape of what it stands for`(secret: String, name: String) {
    #expect(names(of: secret) == [name])
    #expect(name.utf8.count == secret.utf8.count || name.contains("-1"))
  }

  @Test func `a UUID is the same in capitals, and without what groups it, as a number is`() {
    let uuid = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
    #expect(Set(names(of: uuid, uuid.uppercased())).count == 1)
    let exchange = { (url: String, body: String) in
      var exchange = RecordedExchange(
        method: "GET", url: url, headers: [:], body: nil, start: Date(timeIntervalSince1970: 0))
      exchange.answer(200, [:], Data(body.utf8))
      return exchange
    }
    let clean = RecordedExchange.redacting(
      [
        exchange("http://a.test/", #"{"session": "\#(uuid)"}"#),
        exchange("http://a.test/of/\(uuid.uppercased())", ""),
        exchange("http://a.test/of/\(uuid.replacing("-", with: ""))", ""),
        exchange("http://a.test/?token=\(uuid.replacing("-", with: ""))", ""),
      ], by: .standard)
    #expect(clean[2].url == "http://a.test/of/00000000000040008000000000000001")
    #expect(clean[3].url == "http://a.test/?token=00000000000040008000000000000001")
    let card = RecordedExchange.redacting(
      [
        exchange("http://a.test/", #"{"card_number": "4111 1111 1111 1111"}"#),
        exchange("http://a.test/", #"{"card_number": 4111111111111111}"#),
        exchange("http://a.test/of/4111111111111111", ""),
      ], by: .standard)
    #expect(String(decoding: card[1].body, as: UTF8.self) == #"{"card_number": 1000000000000001}"#)
    #expect(card[2].url == "http://a.test/of/1000000000000001")
    #expect(clean[1].url == "http://a.test/of/00000000-0000-4000-8000-000000000001")
  }

  @Test(arguments: [
    ("ann:hunter2-x", "ann:REDACTED-1"), ("ann:", "REDACTED-1:"), (":abc-def-1", ":REDACTED-1"),
    ("sk_live_4eC39HqLyjWDarjtT1zdp7dc:", "REDACTED1AAAAAAAAAAAAAAAAAAAAAAA:"),
    ("ann:a:b", "ann:REDACTED-1"),
    (
      "sk_live_4eC39HqLyjWDarjtT1zdp7dc:s3same-x",
      "REDACTED1AAAAAAAAAAAAAAAAAAAAAAA:REDACTED-2"
    ),
    (
      "9f86d081884c7d659a2feaa0c55ad015:s3same-x",
      "00000000000000000000000000000001:REDACTED-2"
    ),
  ])
  func `a user and a password are written as an app would that was given the name`(
    pair: String, named: String
  ) {
    var exchange = RecordedExchange(
      method: "GET", url: "http://a.test/",
      headers: ["Authorization": "Basic " + Data(pair.utf8).base64EncodedString()], body: nil,
      start: Date(timeIntervalSince1970: 0))
    exchange = RecordedExchange.redacting([exchange], by: .standard)[0]
    #expect(
      exchange.requestHeaders["Authorization"]
        == "Basic " + Data(named.utf8).base64EncodedString())
  }

  @Test(arguments: [
    ("GenieKey ~", "GenieKey #"), ("v1:~", "v1:#"), ("ada:~", "ada:#"), ("\"~\"", "\"#\""),
    ("s%3A~.s1gn4ture", "s%3A#.REDACTED-2"), ("~:hunter", "#:REDACTED-2"),
    ("s0mmer:~", "REDACTED-2:#"), ("Token a=\"~\", b=\"12\"", "Token a=\"#\", REDACTED-2\""),
    // Here it may stand by chance.
    ("~7f", String(repeating: "0", count: 33) + "2"),
    ("ann-~@mail.test", "redacted-2@redacted.example"),
  ])
  func `a secret that contains another is named by its parts, and nothing of it is left`(
    written: String, named: String
  ) {
    let token = "9f86d081884c7d659a2feaa0c55ad015"
    let headers: StubHeaders = ["X-Token": written.replacing("~", with: token)]
    var (answer, request) = (
      RecordedExchange(
        method: "GET", url: "http://a.test/", headers: [:], body: nil,
        start: Date(timeIntervalSince1970: 0)),
      RecordedExchange(
        method: "GET", url: "http://a.test/", headers: headers, body: nil,
        start: Date(timeIntervalSince1970: 0))
    )
    answer.answer(200, [:], Data(#"{"token": "\#(token)"}"#.utf8))
    request.answer(200, [:], Data())
    let name = String(repeating: "0", count: 31) + "1"
    let names = SecretNames()
    let clean = RecordedExchange.redacting([answer, request], by: .standard, naming: names)
    #expect(clean[1].requestHeaders["X-Token"] == named.replacing("#", with: name))
    #expect(names.texts.first == name)
    #expect(names.texts.count == (named.contains("2") ? 2 : 1))
  }

  @Test func `a cookie has one name, in quotes and without`() {
    var exchange = RecordedExchange(
      method: "GET", url: "http://a.test/", headers: ["Cookie": "sid=8f3kd92mx01p"], body: nil,
      start: Date(timeIntervalSince1970: 0))
    exchange.answer(200, ["Set-Cookie": #"sid="8f3kd92mx01p"; Path=/"#], Data())
    let clean = RecordedExchange.redacting([exchange], by: .standard)[0]
    #expect(clean.requestHeaders["Cookie"] == "sid=REDACTED-1")
    #expect(clean.responseHeaders["Set-Cookie"] == "sid=REDACTED-1; Path=/")
  }

  @Test func `a word in a passphrase is no part of it`() {
    var exchange = RecordedExchange(
      method: "GET", url: "http://a.test/", headers: ["X-Secret": "battery"], body: nil,
      start: Date(timeIntervalSince1970: 0))
    exchange.answer(200, [:], Data(#"{"passphrase": "correct horse battery staple"}"#.utf8))
    let clean = RecordedExchange.redacting([exchange], by: .standard)[0]
    #expect(String(decoding: clean.body, as: UTF8.self) == #"{"passphrase": "REDACTED-2"}"#)
  }

  @Test func `none is what stands in the document already`() {
    #expect(names(of: "one", besides: "is REDACTED-1, and REDACTED-2.") == ["REDACTED-3"])
    #expect(names(of: "4711", "4712", besides: #"{"id": 1001, "n": "x1002"}"#) == ["1002", "1003"])
    #expect(
      names(of: "ann@a.test", besides: "redacted-1@redacted.example") == [
        "redacted-2@redacted.example"
      ])
    #expect(names(of: "1987-06-05", besides: "on 2000-01-02 and 2000-01-03") == ["2000-01-04"])
    #expect(
      names(
        of: "9f86d081884c7d659a2feaa0c55ad015", besides: String(repeating: "0", count: 31) + "1")
        == [String(repeating: "0", count: 31) + "2"])
  }

  @Test func `there are enough of them, however short the secrets are`() {
    let secrets = (0..<300).map { "\($0 + 100)" }
    let names = SecretNames()
    secrets.joined(separator: " ").withBytes { names.avoid($0) }
    let numbers = secrets.map { names.name(of: Array($0.utf8), isNumber: true) }
    #expect(Set(numbers).count == 300)
    #expect(numbers.allSatisfy { Int(String(decoding: $0, as: UTF8.self)) != nil })
  }

  @Test func `a number stays one in JSON, and a text a text, though they say the same`() throws {
    var exchange = RecordedExchange(
      method: "GET", url: "http://a.test/", headers: [:], body: nil,
      start: Date(timeIntervalSince1970: 0))
    exchange.answer(
      200, ["Content-Type": "application/json"],
      Data(#"{"pin": 493817, "again": {"pin": "493817"}, "cvv": 7.5e3, "card_number": -12}"#.utf8))
    let clean = try StubJSON(
      parsing: RecordedExchange.redacting([exchange], by: .standard)[0].body)
    #expect(clean["pin"] == 100_001)
    #expect(clean["again"]?["pin"] == "100001")
    for name in ["cvv", "card_number"] {
      guard case .integer? = clean[name] else {
        Issue.record("\(name) is no number in \(clean)")
        continue
      }
    }
  }

  @Test func `what looks like a secret by chance, where two values meet, is none`() throws {
    var exchange = RecordedExchange(
      method: "POST", url: "http://a.test/",
      headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Data("a=sesame&door=1".utf8), start: Date(timeIntervalSince1970: 0))
    exchange.answer(
      200, ["Content-Type": "application/json"],
      Data(
        #"{"password": "sesame&door", "x": {"password": "x\", \"y\": \"z"}, "w": "x", "y": "z"}"#
          .utf8))
    let clean = RecordedExchange.redacting([exchange], by: .standard)[0]
    #expect(String(decoding: clean.requestBody, as: UTF8.self) == "a=sesame&door=1")
    #expect(
      String(decoding: clean.body, as: UTF8.self)
        == #"{"password": "REDACTED-1", "x": {"password": "REDACTED-2"}, "w": "x", "y": "z"}"#)
  }

  @Test func `what looks like a secret by chance, where two parts meet, is none`() throws {
    let form =
      "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nsesame\r\n"
      + "--x\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\nopen-sesame\r\n--x--\r\n"
    var exchange = RecordedExchange(
      method: "POST", url: "http://a.test/",
      headers: ["Content-Type": "multipart/form-data; boundary=x"],
      body: Data(form.utf8), start: Date(timeIntervalSince1970: 0))
    exchange.answer(
      200, ["Content-Type": "application/json"],
      Data(#"{"password": "sesame\r\n--x\r\nContent", "secret": "open-sesame"}"#.utf8))
    let clean = RecordedExchange.redacting([exchange], by: .standard)[0]
    #expect(
      String(decoding: clean.requestBody, as: UTF8.self)
        == form.replacing("open-sesame", with: "REDACTED-2"))
  }
}
