import StubKit
import Testing

@testable import StubKitContracts

@Suite struct YAMLErrorTests {
  @Test(arguments: [
    ("a: 1\n\tb: 2", "line 2, column 1: expected spaces as indentation, found a tab"),
    ("a:\n  b: 1\n \tc: 2", "line 3, column 2: expected spaces as indentation, found a tab"),
    ("- a\n-\t- b", "line 2, column 3: expected spaces before this, found a tab"),
    ("-\ta: 1", "line 1, column 4: expected spaces before this, found a tab"),
    (": a", #"line 1, column 1: expected a value, found ":""#),
    (
      "a: 1\n  b: 2",
      #"line 2, column 4: expected the rest of the text that began on line 1, found ":": indent names like the ones above, or quote the text"#
    ),
    (
      "a: b: c",
      #"line 1, column 5: expected a value, found ":": quote text that contains ": ", or start the mapping on the next line"#
    ),
    ("a: - b", #"line 1, column 4: expected a value, found "-": start the list on the next line"#),
    ("- a\nb: 1", #"line 2, column 1: expected "- ", found "b:""#),
    ("a: 1\n- b", #"line 2, column 1: expected a name, found "-""#),
    ("a: 1\n&b - c", #"line 2, column 4: expected a name, found "-""#),
    (
      "a:\n    b: 1\n  c: 2",
      #"line 3, column 3: expected a name in column 1, found "c:": indent it like the entries above"#
    ),
    (
      "a:\n  - b\n c: 1",
      #"line 3, column 2: expected a name in column 1, found "c:": indent it like the entries above"#
    ),
    ("  a: 1\n b: 2", #"line 2, column 2: expected the end of the document, found "b:""#),
    (
      "a: 1\nb",
      #"line 2, column 2: expected ":" after the name "b", found the end of the document"#
    ),
    ("a: 'b' c", #"line 1, column 8: expected the end of the line, found "c""#),
    (
      "a: 'b\n  c': d",
      "line 1, column 4: expected a name on one line, found one that spans several"
    ),
    ("'a\n b': c", "line 1, column 1: expected a name on one line, found one that spans several"),
    (
      "--- a: 1",
      #"line 1, column 6: expected a value, found ":": quote text that contains ": ", or start the mapping on the next line"#
    ),
    ("--- - a", #"line 1, column 5: expected a value, found "-": start the list on the next line"#),
    ("a: ]", #"line 1, column 4: expected a value, found "]""#),
    (
      "a: é @b\nb: é: c",
      #"line 2, column 6: expected a value, found ":": quote text that contains ": ", or start the mapping on the next line"#
    ),
    ("a: >-\n  b\n\tc", "line 3, column 1: expected spaces as indentation, found a tab"),
    ("a: b\n\tc", "line 2, column 1: expected spaces as indentation, found a tab"),
  ])
  func `errors in the structure of blocks are explained`(text: String, sentence: String) {
    #expect(YAMLReader.sentence(of: text) == sentence)
  }

  @Test(arguments: [
    ("{: a}", #"line 1, column 2: expected a name, found ":""#),
    ("a: [b", #"line 1, column 4: expected "]" for this "[", found the end of the document"#),
    (
      "[a, b\nc: d",
      #"line 2, column 2: expected "," or "]" for the "[" on line 1, found ":": a name must be text on one line"#
    ),
    ("[a}", #"line 1, column 3: expected "," or "]" for the "[" on line 1, found "}""#),
    ("{a: b]", #"line 1, column 6: expected "," or "}" for the "{" on line 1, found "]""#),
    ("[,]", #"line 1, column 2: expected a value, found ",""#),
    ("[a,,b]", #"line 1, column 4: expected a value, found ",b""#),
    ("{,}", #"line 1, column 2: expected a name, found ",""#),
    (#"["a" b]"#, #"line 1, column 6: expected "," or "]" for the "[" on line 1, found "b""#),
    ("[a\n---\n]", #"line 1, column 1: expected "]" for this "[", found "---""#),
    ("a: {b: c\n...", #"line 1, column 4: expected "}" for this "{", found "...""#),
    ("[&a ]", #"line 1, column 5: expected a value, found "]""#),
    ("[- a]", #"line 1, column 2: expected a value, found "-""#),
    (
      "[a, #b\nc #",
      #"line 1, column 1: expected "]" for this "[", found the end of the document"#
    ),
  ])
  func `errors in flow collections are explained`(text: String, sentence: String) {
    #expect(YAMLReader.sentence(of: text) == sentence)
  }

  @Test(arguments: [
    (
      "{*a : b}",
      #"line 1, column 2: expected a name, found "*a": quote text that starts with this character"#
    ),
    (
      "&a a: 1\n*a: 2",
      #"line 2, column 1: expected a name, found "*a:": quote text that starts with this character"#
    ),
    (
      "a: 1\n%b: 2",
      #"line 2, column 1: expected a name, found "%b:": quote text that starts with this character"#
    ),
    (
      "a: 'b\nc: d",
      "line 1, column 4: expected a closing quote for this string, or line 2 to be indented deeper"
    ),
    (
      #"a: "b"#,
      "line 1, column 4: expected a closing quote for this string, found the end of the document"
    ),
    (
      "[|]",
      #"line 1, column 2: expected a value, found "|": quote text that starts with this character"#
    ),
    (
      "a: @b",
      #"line 1, column 4: expected a value, found "@b": quote text that starts with this character"#
    ),
    (
      "a: |b",
      #"line 1, column 5: expected the end of the line, found "b": start the text after "|" or ">" on the next line"#
    ),
    (
      "a: >\n   \n b",
      "line 3, column 2: expected blank lines no wider than the first line of the text, found 3 spaces"
    ),
    (
      "a: |0\n b",
      #"line 1, column 5: expected the end of the line, found "0": start the text after "|" or ">" on the next line"#
    ),
    (
      #""\q""#,
      #"line 1, column 2: expected an escape such as "\n", found "\\q\"": write a backslash twice, or use single quotes"#
    ),
    (#""\x4""#, #"line 1, column 5: expected 2 hexadecimal digits, found "\"""#),
    (#""\u12G4""#, #"line 1, column 6: expected 4 hexadecimal digits, found "G4\"""#),
    (
      #""\ud800""#,
      #"line 1, column 2: expected the code of a Unicode character, found "\\ud800\"""#
    ),
    (
      #""\ud800\u0041""#,
      #"line 1, column 2: expected the code of a Unicode character, found "\\ud800\\u0041\"""#
    ),
    (
      #""\U00110000""#,
      #"line 1, column 2: expected the code of a Unicode character, found "\\U00110000\"""#
    ),
    (#""a\"#, "line 1, column 4: expected an escaped character, found the end of the document"),
    (
      "a: \u{0}",
      #"line 1, column 4: expected text, found the control character 0x00: write it as "\x00" in double quotes"#
    ),
    (
      "a: | b: c\n",
      #"line 1, column 6: expected the end of the line, found "b:": start the text after "|" or ">" on the next line"#
    ),
  ])
  func `errors in scalars are explained`(text: String, sentence: String) {
    #expect(YAMLReader.sentence(of: text) == sentence)
  }

  @Test(arguments: [
    (
      "? - a\n: b",
      #"line 1, column 1: expected a plain or quoted name, found "?": JSON allows only text as a name"#
    ),
    (
      "? {a: 1}\n: b",
      #"line 1, column 3: expected a plain or quoted name, found "{a:": JSON allows only text as a name"#
    ),
    (
      "? a\n? b",
      #"line 2, column 1: expected ":" below the "?" of this name, found "?""#
    ),
    (
      "? a\n  : b",
      #"line 2, column 3: expected the rest of the text that began on line 1, found ":": indent names like the ones above, or quote the text"#
    ),
    (
      "{? a: b}",
      #"line 1, column 2: expected a plain or quoted name, found "?": JSON allows only text as a name"#
    ),
    (
      "[a]: b",
      #"line 1, column 4: expected the end of the document, found ":": a name must be text on one line"#
    ),
    (
      "{a: 1}: b",
      #"line 1, column 7: expected the end of the document, found ":": a name must be text on one line"#
    ),
    (
      "{[a]: b}",
      #"line 1, column 2: expected a plain or quoted name, found "[a": JSON allows only text as a name"#
    ),
    (
      "a: {{b: c}: d}",
      #"line 1, column 5: expected a plain or quoted name, found "{b:": JSON allows only text as a name"#
    ),
    (
      "a: !mine b",
      #"line 1, column 4: expected no tag, or one of !!str, !!int, !!float, !!bool, !!null, !!map and !!seq, found "!mine": remove it"#
    ),
    (
      "!<tag:yaml.org,2002:str> a",
      #"line 1, column 1: expected no tag, or one of !!str, !!int, !!float, !!bool, !!null, !!map and !!seq, found "!<tag:yaml.org,2002:…": remove it"#
    ),
    (
      "!!binary a",
      #"line 1, column 1: expected no tag, or one of !!str, !!int, !!float, !!bool, !!null, !!map and !!seq, found "!!binary": remove it"#
    ),
    (
      "!!int a",
      #"line 1, column 7: expected a value that fits the tag !!int, found "a": remove the tag"#
    ),
    (
      "!!bool 1",
      #"line 1, column 8: expected a value that fits the tag !!bool, found "1": remove the tag"#
    ),
    (
      "!!null a",
      #"line 1, column 8: expected a value that fits the tag !!null, found "a": remove the tag"#
    ),
    (
      "!!map [a]",
      #"line 1, column 7: expected a value that fits the tag !!map, found "[a]": remove the tag"#
    ),
    (
      "!!seq\na: 1",
      #"line 2, column 1: expected a value that fits the tag !!seq, found "a:": remove the tag"#
    ),
    (
      "a: !!float b",
      #"line 1, column 12: expected a value that fits the tag !!float, found "b": remove the tag"#
    ),
    (
      "a: .inf",
      #"line 1, column 4: expected a number that JSON can represent, found ".inf": quote it if it is text"#
    ),
    (
      "a: 1e999",
      #"line 1, column 4: expected a number that JSON can represent, found "1e999": quote it if it is text"#
    ),
  ])
  func `what JSON cannot represent is refused`(text: String, sentence: String) {
    #expect(YAMLReader.sentence(of: text) == sentence)
  }

  @Test(arguments: [
    ("*a : b", #"line 1, column 1: expected an alias of an anchor before it, found "*a""#),
    ("a: *b", #"line 1, column 4: expected an alias of an anchor before it, found "*b""#),
    (
      "a: &b [*b]",
      #"line 1, column 8: expected an alias of another value, found "*b": a value cannot contain itself"#
    ),
    (
      "a: &b\n  c: *b",
      #"line 2, column 6: expected an alias of another value, found "*b": a value cannot contain itself"#
    ),
    ("a: &b &c d", #"line 1, column 7: expected a single named anchor, found "&c""#),
    ("a: & b", #"line 1, column 4: expected a single named anchor, found "&""#),
    (
      "- &a b\n- &c *a",
      #"line 2, column 6: expected a value of its own after an anchor or tag, found "*a""#
    ),
    (
      "<<: 1",
      #"line 1, column 1: expected a mapping, an alias of one, or a list of these after "<<""#
    ),
    (
      "<<: {}\n<<: {}",
      #"line 2, column 1: expected one "<<" in a mapping, found "<<:": list all aliases after the first"#
    ),
    ("a: &x !!str &y z", #"line 1, column 13: expected a single named anchor, found "&y""#),
  ])
  func `errors in anchors, aliases and merge keys are explained`(text: String, sentence: String) {
    #expect(YAMLReader.sentence(of: text) == sentence)
  }

  @Test(arguments: [
    (
      "a\n---\nb",
      #"line 2, column 1: expected the end of the document, found "---": put each document into a file of its own"#
    ),
    (
      "a: 1\n...\nb: 2",
      #"line 3, column 1: expected the end of the document, found "b:": put each document into a file of its own"#
    ),
    (
      "%TAG ! b\n---\na",
      #"line 1, column 1: expected the directive "%YAML 1.2" or none, found "%TAG": remove it"#
    ),
    (
      "%YAML 1.3\n---",
      #"line 1, column 1: expected the directive "%YAML 1.2" or none, found "%YAML": remove it"#
    ),
    ("%YAML 1.2\na: 1", #"line 2, column 1: expected "---" after the directive, found "a:""#),
    (
      "%YAML 1.2\n%YAML 1.2\n---",
      #"line 2, column 1: expected "---" after the directive, found "%YAML""#
    ),
    (
      "%YAML 1.2",
      #"line 1, column 10: expected "---" after the directive, found the end of the document"#
    ),
  ])
  func `one document is expected`(text: String, sentence: String) {
    #expect(YAMLReader.sentence(of: text) == sentence)
  }

  @Test func `control characters in a message are escaped`() {
    #expect(
      YAMLReader.sentence(of: "a: 'b'\u{7F}")
        == #"line 1, column 7: expected the end of the line, found "\u{7f}""#)
  }
}
