import Foundation
import StubKit
import Testing

@testable import StubKitContracts

@Suite struct YAMLDocumentTests {
  @Test(
    arguments: [
      ("", nil), ("\n\n  \n", nil), ("# nothing\n\n  # at all", nil), ("---", nil), ("...", nil),
      ("---\n...\n", nil), ("--- # why\na: 1", ["a": 1]), ("a: 1\n...\n# end\n...\n", ["a": 1]),
      ("%YAML 1.2\n---\na: 1", ["a": 1]), ("# b\n%YAML 1.2 # c\n# d\n--- {a: 1}", ["a": 1]),
      ("\u{FEFF}a: 1", ["a": 1]), ("\u{FEFF}---\n- 1", [1]),
      ("---a: 1\n....b: 2", ["---a": 1, "....b": 2]),
      ("--- a\n", "a"), ("a: ---\nb: ...", ["a": "---", "b": "..."]),
    ] as [(String, StubJSON)])
  func `one document is read`(text: String, json: StubJSON) throws {
    #expect(try YAMLReader.read(text) == json)
  }

  private static let text = """
    a:
      - b c
        d
      - |
        e

          f
      - "g \\
        h

        i"
    j: {k: 1,
      l: 2} # m

    n: 'o
      p'

    """

  @Test(arguments: ["\r\n", "\r"])
  func `lines may end in CRLF or CR`(lineEnd: String) throws {
    let other = Self.text.replacingOccurrences(of: "\n", with: lineEnd)
    let json: StubJSON = [
      "a": ["b c d", "e\n\n  f\n", "g h\ni"], "j": ["k": 1, "l": 2], "n": "o p",
    ]
    #expect(try YAMLReader.read(Self.text) == json)
    #expect(try YAMLReader.read(other) == json)
    let wrong = other + "q r\(lineEnd)"
    #expect(
      YAMLReader.sentence(of: wrong)
        == #"line 17, column 4: expected ":" after the name "q r", found the end of the line"#)
  }

  @Test(arguments: [
    (
      [0xFF, 0xFE, 0x61, 0],
      "the document is in UTF-16, as its byte order mark says: save it in UTF-8"
    ),
    (
      [0xFE, 0xFF, 0, 0x61],
      "the document is in UTF-16, as its byte order mark says: save it in UTF-8"
    ),
    (
      [0xFF, 0xFE, 0, 0, 0x61],
      "the document is in UTF-32, as its byte order mark says: save it in UTF-8"
    ),
    (
      [0x61, 0, 0x62, 0],
      #"expected text, found the control character 0x00: write it as "\x00" in double quotes"#
    ),
  ])
  func `other encodings are named`(bytes: [UInt8], reason: String) {
    var reader = YAMLReader(Data(bytes))
    let error = #expect(throws: YAMLError.self) { try reader.read() }
    #expect(error?.reason == reason)
  }

  @Test(
    arguments: [
      ([0xFF], "0xFF"), ([0xC3], "0xC3"), ([0xE2, 0x82], "0xE2"), ([0xED, 0xA0, 0x80], "0xED"),
      ([0xF0, 0x9F, 0x98, 0x22], "0xF0"), ([0x80], "0x80"), ([0xC0, 0x80], "0xC0"),
      ([0xEF, 0xBF], "0xEF"),
    ] as [([UInt8], String)])
  func `invalid UTF-8 is located`(bytes: [UInt8], byte: String) {
    let sentence =
      "line 2, column 6: expected text in UTF-8, found the byte \(byte): save the document in UTF-8"
    #expect(YAMLReader.sentence(of: Data("a: é\nb: é".utf8 + bytes)) == sentence)
    #expect(YAMLReader.sentence(of: Data("a: é\nb: é".utf8 + bytes + "\nc: �".utf8)) == sentence)
  }
}
