import Foundation
import StubKit
import Testing

@testable import StubKitContracts

/// Documents that would exhaust the stack, the memory or the time of a naive parser.
@Suite struct YAMLHostileTests {
  /// A repeated text of about `count` bytes.
  private static func many(_ text: String, _ count: Int = 1 << 20) -> String {
    String(repeating: text, count: count / text.utf8.count)
  }

  @Test(arguments: [
    ("[", "line 1, column 65: nested more than 64 levels deep"),
    ("{a: ", "line 1, column 257: nested more than 64 levels deep"),
    ("- ", "line 1, column 129: nested more than 64 levels deep"),
    ("[a: ", "line 1, column 129: nested more than 64 levels deep"),
    (
      "? ",
      #"line 1, column 1: expected a plain or quoted name, found "?": JSON allows only text as a name"#
    ),
    (
      "a: ",
      #"line 1, column 5: expected a value, found ":": quote text that contains ": ", or start the mapping on the next line"#
    ),
    ("&a ", #"line 1, column 4: expected a single named anchor, found "&a""#),
    (
      #"""#,
      #"line 1, column 3: expected the end of the document, found "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"…""#
    ),
    ("'a", #"line 1, column 4: expected the end of the document, found "a'a'a'a'a'a'a'a'a'a'…""#),
    (
      "*a",
      #"line 1, column 1: expected an alias of an anchor before it, found "*a*a*a*a*a*a*a*a*a*a…""#
    ),
    (
      "!!str ",
      #"line 1, column 7: expected no tag, or one of !!str, !!int, !!float, !!bool, !!null, !!map and !!seq, found "!!str": remove it"#
    ),
    (
      "|",
      #"line 1, column 2: expected the end of the line, found "||||||||||||||||||||…": start the text after "|" or ">" on the next line"#
    ),
    (
      "1",
      #"line 1, column 1: expected a number that JSON can represent, found "11111111111111111111…": quote it if it is text"#
    ),
    ("\n", nil), ("#\n", nil), (" ", nil), ("a", nil), ("-", nil), ("a:", nil),
    ("\t", nil),
  ])
  func `a megabyte of a repeated token is read or refused`(text: String, sentence: String?) {
    #expect(YAMLReader.sentence(of: Self.many(text)) == sentence)
  }

  @Test(arguments: [
    (
      #"a: ""#, "b",
      "line 1, column 4: expected a closing quote for this string, found the end of the document"
    ),
    (
      "'", "''",
      "line 1, column 1: expected a closing quote for this string, found the end of the document"
    ),
    (
      #"- ""#, " b\n",
      "line 1, column 3: expected a closing quote for this string, found the end of the document"
    ),
    ("[", "a,\n", #"line 1, column 1: expected "]" for this "[", found the end of the document"#),
    (
      "{", "a: b, ",
      #"line 1, column 1: expected "}" for this "{", found the end of the document"#
    ),
    ("- &a b\n", "- *a\n", nil), ("a: |\n", "  b\n", nil), ("a: >+\n", "   \n", nil),
    ("a:\n", "- b\n", nil),
    ("a: b\n", " c\n", nil),
    (
      "[a", ", a: b",
      #"line 1, column 1: expected "]" for this "[", found the end of the document"#
    ),
    ("x: 1\n", "a: 1\n", nil), ("", "\r\n", nil),
    (
      #"""#, "\\\n",
      "line 1, column 1: expected a closing quote for this string, found the end of the document"
    ),
  ])
  func `a long document is read or refused`(
    start: String, text: String, sentence: String?
  ) {
    #expect(YAMLReader.sentence(of: start + Self.many(text, 60_000)) == sentence)
  }

  @Test func `many anchors and aliases are read`() throws {
    let anchors = (0..<5_000).map { "- &a\($0) b\n- *a\($0)\n" }.joined()
    #expect(try YAMLReader.read(anchors).array?.count == 10_000)
    let nested = String(repeating: "- [&a [], *a]\n", count: 5_000)
    #expect(try YAMLReader.read(nested).array?.count == 5_000)
  }

  @Test func `deep indentation is refused before it is wide`() {
    let text = (0..<1_400).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    #expect(
      YAMLReader.sentence(of: text) == "line 65, column 65: nested more than 64 levels deep")
  }

  @Test func `64 levels are read`() throws {
    for (start, end) in [("[", "]"), ("- ", ""), ("{a: ", "}")] {
      let text = String(repeating: start, count: 64) + String(repeating: end, count: 64)
      _ = try YAMLReader.read(text)
    }
  }

  private static let corpus = [
    """
    %YAML 1.2
    --- # shop
    openapi: 3.0.3
    info: {title: "A \\"shop\\" \\u00e9", version: '1.0', x: [a, b: c, {d: }]}
    paths:
      /orders/{id}:
        get: &get
          summary: One order
            of many
          responses:
            200:
              description: >-
                It is
                there

                  now
              example: |2+
                 text

        put:
          <<: *get
          tags:
          - a
          - - b
            - ~
          - "c
            \\
            d"
    ...
    """,
    "- !!str 1\n- &a !!map {x: 'it''s'}\n- <<: [*a, *a]\n  y: 0x1F\n-\n- |\n a\n  b\n# end",
    "\u{FEFF}{\"a\":1e3,\r\n\t\"b\" :[true,null,\"\\ud83d\\ude00\"]}\r\n",
    "a: é😀\n\"é\": 'é\n  é'\n",
    "a: &x [*x]", "? a\n: b", "a:\n\tb", "a: 1\n b: 2", #"[a, [b, {c: d}, "e" f]]"#,
    "a: |x\n---\n%Y",
  ]

  @Test(arguments: corpus)
  func `a document cut at any byte is read or refused`(text: String) {
    let bytes = Array(text.utf8)
    for count in 0...bytes.count {
      for rest in [bytes.prefix(count), bytes.suffix(count)] {
        let data = Data(rest)
        let isRead = YAMLReader.sentence(of: data) == nil
        #expect(YAMLReader.places(of: [[]], in: data).isEmpty != isRead)
      }
    }
  }

  @Test(arguments: corpus)
  func `a document with a wrong byte at any place is read or refused`(text: String) {
    var random = RandomYAML(seed: 7)
    var bytes = Array(text.utf8)
    for place in bytes.indices {
      let byte = bytes[place]
      bytes[place] = random.pick(Array("\n\t :-#&*!|>'\"%@,[]{}?\\<0a".utf8) + [0xFF])
      let data = Data(bytes)
      let isRead = YAMLReader.sentence(of: data) == nil
      #expect(YAMLReader.places(of: [[]], in: data).isEmpty != isRead)
      bytes[place] = byte
    }
  }
}
