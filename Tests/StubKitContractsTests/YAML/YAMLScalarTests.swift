import StubKit
import Testing

@testable import StubKitContracts

@Suite struct YAMLScalarTests {
  @Test(
    arguments: [
      ("", nil), ("~", nil), ("null", nil), ("Null", nil), ("NULL", nil), ("nUll", "nUll"),
      ("true", true), ("True", true), ("TRUE", true), ("false", false), ("False", false),
      ("FALSE", false), ("yes", "yes"), ("no", "no"), ("on", "on"), ("truer", "truer"),
      ("0", 0), ("-12", -12), ("+12", 12), ("007", 7), ("0o17", 15), ("0xfF", 255),
      ("0x7FFFFFFFFFFFFFFF", .integer(.max)), ("0x", "0x"),
      ("0o8", "0o8"), ("0b1", "0b1"), ("-0x1", "-0x1"), ("9223372036854775807", .integer(.max)),
      ("9223372036854775808", .double(9_223_372_036_854_775_808)),
      ("1.5", 1.5), ("-.5", -0.5), ("1.", 1.0), ("1e3", 1_000.0), ("1.5E-1", 0.15),
      ("+1.e+1", 10.0),
      ("1e", "1e"), ("e1", "e1"), (".", "."), ("+", "+"), ("1_000", "1_000"),
      ("1.2.3", "1.2.3"), ("2020-01-01", "2020-01-01"), ("12:30", "12:30"), ("1,5", "1,5"),
      ("0.0.0.0", "0.0.0.0"), ("1 2", "1 2"), (".info", ".info"), ("~a", "~a"),
    ] as [(String, StubJSON)])
  func `plain scalars have the types of the core schema`(text: String, json: StubJSON) throws {
    #expect(try YAMLReader.read("a: \(text)")["a"] == json)
  }

  @Test func `an integer and a double stay apart`() throws {
    let values = try #require(try YAMLReader.read("[1, 1.0, !!float 1, 0x1]").array)
    let areIntegers = values.map { if case .integer = $0 { true } else { false } }
    #expect(areIntegers == [true, false, false, true])
  }

  @Test(
    arguments: [
      ("!!str 12", "12"), ("!!str", ""), ("!!str true", "true"), ("!!int \"12\"", 12),
      ("!!float 1", 1.0), ("!!float '1e1'", 10.0), ("!!bool 'true'", true), ("!!null ''", nil),
      ("!!null", nil), ("!!map {}", [:]), ("!!seq [!!str 1]", ["1"]), ("!!map\n  b: 1", ["b": 1]),
      ("!!seq\n- 1", [1]), ("!!str |\n  1", "1\n"), ("!!str &b 1", "1"), ("&b !!str 1", "1"),
    ] as [(String, StubJSON)])
  func `standard tags set the type`(text: String, json: StubJSON) throws {
    #expect(try YAMLReader.read("a: \(text)")["a"] == json)
  }

  @Test(
    arguments: [
      ("b c  ", "b c"), ("b#c", "b#c"), ("b #c", "b"), ("b:c", "b:c"), ("b, c", "b, c"),
      ("http://b.test:80/c?d=[e]&f={g}", "http://b.test:80/c?d=[e]&f={g}"), ("-b", "-b"),
      ("?b", "?b"), (":b", ":b"), ("b - c ? d", "b - c ? d"), ("it's \"so\"", "it's \"so\""),
      ("b\n  c", "b c"), ("b\n\n\n  c\n    d", "b\n\nc d"), ("\n  b\n  c", "b c"),
      ("b\n  - c", "b - c"), ("b\n \tc", "b c"), ("é😀", "é😀"), ("b\n  # c", "b"),
      ("1\n  2", "1 2"), ("b\n  {c}", "b {c}"),
    ] as [(String, StubJSON)])
  func `plain scalars end where YAML says`(text: String, json: StubJSON) throws {
    #expect(try YAMLReader.read("a: \(text)\nz: 1") == ["a": json, "z": 1])
  }

  @Test(
    arguments: [
      ("''", ""), ("'it''s'", "it's"), ("''''", "'"), (#"'a\n"b"'"#, #"a\n"b""#),
      ("'true'", "true"),
      ("'b  \n   c\n\n\n   d '", "b c\n\nd "), ("'\n  b\n  '", " b "), ("'# b: {c}'", "# b: {c}"),
      (#""""#, ""), (#""b 'c'""#, "b 'c'"), ("\"b \n   c\n\n\n   d \"", "b c\n\nd "),
      (#""\0\a\b\t\n\v\f\r\e""#, "\0\u{7}\u{8}\t\n\u{B}\u{C}\r\u{1B}"),
      (#""\ \"\/\\\N\_\L\P""#, " \"/\\\u{85}\u{A0}\u{2028}\u{2029}"), ("\"\\\t\"", "\t"),
      (#""\x41\u00e9\U0001F600\ud83d\ude00""#, "Aé😀😀"), ("\"b\\\n   c\"", "bc"),
      ("\"b \\\n  \\ c\"", "b  c"), ("\"b\\n\n  c\"", "b\n c"), ("\"b\\\n\n  c\"", "b\nc"),
      ("\"b\\t \n  c\"", "b\t c"),
    ] as [(String, StubJSON)])
  func `quoted scalars are read`(text: String, json: StubJSON) throws {
    #expect(try YAMLReader.read("a: \(text) # why\nz: 1") == ["a": json, "z": 1])
  }

  @Test(
    arguments: [
      ("|\n  b\n  c\n", "b\nc\n"), ("|-\n  b\n  c\n", "b\nc"), ("|+\n  b\n\n\n", "b\n\n\n"),
      ("|\n  b\n\n\n", "b\n"), ("| # why\n\n  b\n\n    c\n   d\n", "\nb\n\n  c\n d\n"),
      ("|2\n    b\n   c\n", "  b\n c\n"), ("|1-\n  b\n", " b"), ("|-1\n  b\n", " b"),
      ("|\n  # b\n  c: d\n", "# b\nc: d\n"), ("|\n\n", ""), ("|+\n\n", "\n"), ("|-\n", ""),
      ("|\n  b\n # c\n", "b\n"), ("|\n  b  \n  \t\n", "b  \n\t\n"), ("|\n  b\n     \n", "b\n   \n"),
      (">\n  b\n  c\n", "b c\n"), (">-\n  b\n\n  c\n\n\n  d\n", "b\nc\n\nd"),
      (">\n\n  b\n  c\n\n    d\n    e\n\n  f\n", "\nb c\n\n  d\n  e\n\nf\n"),
      (">+\n  b\n  c\n\n", "b c\n\n"), (">2-\n   b\n   c\n", " b\n c"),
      (">\n  b \n  c\n", "b  c\n"),
    ] as [(String, StubJSON)])
  func `block scalars are read`(text: String, json: StubJSON) throws {
    #expect(try YAMLReader.read("a: \(text)z: 1") == ["a": json, "z": 1])
  }

  @Test(
    arguments: [
      ("a b\n c\n\n\n d", "a b c\n\nd"), ("--- a\nb", "a b"), ("|\n a\n b", "a\nb\n"),
      ("--- |\n  a\n", "a\n"), ("--- >-\na\nb\n...\n", "a b"), ("'a\nb'", "a b"),
      ("- |\n a\n- b", ["a\n", "b"]), ("- a\n b\n- c", ["a b", "c"]),
      ("a:\n- |\n  b\n- c", ["a": ["b\n", "c"]]),
      ("[a\n b, \"c\n d\"]", ["a b", "c d"]), ("- !!str\n- b", ["", "b"]),
    ] as [(String, StubJSON)])
  func `scalars are indented relative to the enclosing collection`(text: String, json: StubJSON)
    throws
  {
    #expect(try YAMLReader.read(text) == json)
  }
}
