import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct JSONParsingTests {
  @Test(
    arguments: [
      ("null", nil), (" \t\r\n true ", true), ("\u{FEFF}[1]", [1]), ("-0", 0), ("-12", -12),
      ("1.50", 1.5), ("1e3", 1_000), ("1E-2", 0.01), ("2.5e+1", 25), ("0.0", 0),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .double(9_223_372_036_854_775_808)),
      ("123456789012345678901234567890", .double(123_456_789_012_345_677_877_719_597_056)),
      (#""""#, ""), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u00e9\u00E9é""#, "ééé"), (#""\ud83d\ude00😀""#, "😀😀"), (#""\u0000""#, "\0"),
      ("[]", []), ("[ ]", []), ("{ }", [:]), ("[[[]], {}]", [[[]], [:]]),
      (#"{"a": {"b": [1, {"c": null}]}, "d": 2}"#, ["a": ["b": [1, ["c": nil]]], "d": 2]),
      (#"{"a": 1, "a": 2}"#, ["a": 2]), ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
    ] as [(String, StubJSON)])
  func `what the standard allows is read`(text: String, json: StubJSON) throws {
    #expect(try StubJSON(parsing: Data(text.utf8)) == json)
  }

  @Test func `an integer and a double stay apart`() throws {
    let isInteger = if case .integer = try StubJSON(parsing: Data("1".utf8)) { true } else { false }
    #expect(isInteger)
    let isDouble = if case .double = try StubJSON(parsing: Data("1.0".utf8)) { true } else { false }
    #expect(isDouble)
  }

  @Test(arguments: [
    ("", "expected a value, found the end of the text at byte 0, line 1, column 1"),
    ("  ", "expected a value, found the end of the text at byte 2, line 1, column 3"),
    ("tru", #"expected a value, found "t" at byte 0, line 1, column 1"#),
    ("nulll", #"expected the end of the text, found "l" at byte 4, line 1, column 5"#),
    ("[1 2]", #"expected "," or "]", found "2" at byte 3, line 1, column 4"#),
    ("[1,]", #"expected a value, found "]" at byte 3, line 1, column 4"#),
    ("[1", #"expected "," or "]", found the end of the text at byte 2, line 1, column 3"#),
    ("[", "expected a value, found the end of the text at byte 1, line 1, column 2"),
    ("{\n  \"a\": 1,\n}", #"expected a name in quotes, found "}" at byte 12, line 3, column 1"#),
    ("{1}", #"expected a name in quotes or "}", found "1" at byte 1, line 1, column 2"#),
    (#"{"a" 1}"#, #"expected ":", found "1" at byte 5, line 1, column 6"#),
    (#"{"a":1 "b"}"#, #"expected "," or "}", found "\"" at byte 7, line 1, column 8"#),
    ("01", "no digit may follow a 0 at the start of a number at byte 1, line 1, column 2"),
    ("-", "expected a digit, found the end of the text at byte 1, line 1, column 2"),
    ("1.", "expected a digit, found the end of the text at byte 2, line 1, column 3"),
    ("1e+", "expected a digit, found the end of the text at byte 3, line 1, column 4"),
    (".5", #"expected a value, found "." at byte 0, line 1, column 1"#),
    ("+1", #"expected a value, found "+" at byte 0, line 1, column 1"#),
    ("1e999", "the number 1e999 is too large at byte 0, line 1, column 1"),
    (
      "{\"\u{E9}\": 1, \"e\u{301}\": 2}",
      #"two names in one object are the same text in different characters: "e\u{301}" at byte 19, line 1, column 20"#
    ),
    ("NaN", #"expected a value, found "N" at byte 0, line 1, column 1"#),
    ("'a'", #"expected a value, found "'" at byte 0, line 1, column 1"#),
    (
      #""abc"#,
      "expected a quote at the end of the string, found the end of the text at byte 4, line 1, column 5"
    ),
    (
      "\"a\nb\"",
      "a string must not contain control characters, found the byte 0xA at byte 2, line 1, column 3"
    ),
    (#""\x""#, #"expected an escaped character, found "x" at byte 2, line 1, column 3"#),
    (
      #""\"#, "expected an escaped character, found the end of the text at byte 2, line 1, column 3"
    ),
    (#""\u12G4""#, #"expected four hexadecimal digits, found "G" at byte 5, line 1, column 6"#),
    (#""\ud800""#, "only half of a surrogate pair at byte 1, line 1, column 2"),
    (#""\ud800\n""#, "only half of a surrogate pair at byte 1, line 1, column 2"),
    (#""\ud800\u0041""#, "only half of a surrogate pair at byte 1, line 1, column 2"),
    (#""a\udc00""#, "only half of a surrogate pair at byte 2, line 1, column 3"),
    ("[1] // no", #"expected the end of the text, found "/" at byte 4, line 1, column 5"#),
    ("\u{A0}1", "expected a value, found the byte 0xC2 at byte 0, line 1, column 1"),
  ])
  func `what the standard forbids is named, with its place`(text: String, sentence: String) {
    #expect(sentenceOfError(Data(text.utf8)) == sentence)
  }

  @Test(arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]])
  func `a string that is no UTF-8 is refused`(bytes: [UInt8]) {
    #expect(
      sentenceOfError(Data(bytes)) == "the string is not valid UTF-8 at byte 0, line 1, column 1")
  }

  @Test func `512 levels are read and written, and more are refused`() throws {
    func nested(_ depth: Int) -> Data {
      Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    let json = try StubJSON(parsing: nested(512))
    #expect(json.data == nested(512))
    #expect(json == (try StubJSON(parsing: nested(512))))
    #expect(
      sentenceOfError(nested(513))
        == "nested more than 512 levels deep at byte 512, line 1, column 513")
    #expect(sentenceOfError(Data(repeating: UInt8(ascii: "["), count: 1_000_000)) != nil)
    let objects = Data(String(repeating: "{\"a\":", count: 100_000).utf8)
    #expect(sentenceOfError(objects) != nil)
  }

  @Test(arguments: [21, 22, 23, 24] as [UInt64])
  func `random bytes never trap, and what is read agrees with Foundation`(seed: UInt64) throws {
    var generator = SeededRandom(seed: seed)
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"a\":", "1", "-", "0", ".5", "e3", "true",
      "null",
      " ", "\n", "\\", "\\u12", "\\ud800", "é", "\u{1}",
    ]
    for _ in 0..<5_000 {
      let text = generator.pieces(of: pieces, upTo: 9)
      guard let json = try? StubJSON(parsing: Data(text.utf8)) else { continue }
      let theirs = try JSONSerialization.jsonObject(
        with: Data(text.utf8), options: .fragmentsAllowed)
      #expect(try StubJSON(theirs) == json, "\(text)")
      #expect(try StubJSON(parsing: json.data) == json)
    }
  }

  @Test func `the deepest JSON fits on the stack of a secondary thread`() async throws {
    let text = String(repeating: "{\"a\":[", count: 256) + String(repeating: "]}", count: 256)
    let isSame = await withCheckedContinuation { continuation in
      let thread = Thread {
        let json = try? StubJSON(parsing: Data(text.utf8))
        let again = try? StubJSON(parsing: json?.data ?? Data())
        let matcher = containsJson(json ?? nil)
        var request = URLRequest(url: URL(filePath: "/"))
        request.httpBody = Data(text.utf8)
        let report = matcher.evaluate(StubRequest(request))
        continuation.resume(
          returning: json != nil && json == again && json.hashValue == again.hashValue
            && report.isMatch && StubResponse.json(json ?? nil).json == json)
      }
      thread.stackSize = 512 * 1_024
      thread.start()
    }
    #expect(isSame)
  }

  @Test func `a slice of data is read from its own start`() throws {
    #expect(try StubJSON(parsing: Data("xx[1]".utf8).dropFirst(2)) == [1])
  }

  private func sentenceOfError(_ data: Data) -> String? {
    do {
      _ = try StubJSON(parsing: data)
      return nil
    } catch {
      return "\(error)"
    }
  }
}
