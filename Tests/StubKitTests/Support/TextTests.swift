import Testing

@testable import StubKit

@Suite struct TextTests {
  @Test(arguments: [
    ("", "\"\""), ("a\"b", #""a\"b""#), ("a\\b", #""a\\b""#), ("\n\r\t\0", #""\n\r\t\0""#),
    ("\u{1B}\u{7F}", #""\u{1b}\u{7f}""#), ("é👩‍👩‍👧", "\"é👩‍👩‍👧\""), (#"\(x)"#, #""\\(x)""#),
  ])
  func `a text prints as the literal that makes it`(text: String, literal: String) {
    #expect(text.swiftLiteral == literal)
  }

  @Test func `a long text is cut short`() {
    #expect(String(repeating: "a", count: 6).shortened(to: 5) == "aaaaa…")
    #expect("aaaaa".shortened(to: 5) == "aaaaa")
    #expect("ééééé".shortened(to: 5) == "ééééé")
  }

  @Test(arguments: [
    ([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c"),
  ])
  func `texts are listed as a phrase`(texts: [String], phrase: String) {
    #expect(texts.phrase == phrase)
  }

  @Test func `likeness grows with what is shared at both ends`() {
    #expect("api.example.com".likeness(to: "api.exmaple.com") > 0.8)
    #expect("abc".likeness(to: "ABC") == 1)
    #expect("abc".nearness(to: "ABC") < 1)
    #expect("abc".likeness(to: "xyz") == 0)
    #expect("".likeness(to: "") == 1)
    #expect("".likeness(to: "a") == 0)
    #expect("aa".likeness(to: "aaa") < 1)
    #expect(["X-Token", "Accept", "X-Tokens"].near("X-Tokn") == ["X-Token", "X-Tokens"])
  }

  @Test func `ASCII case folds and nothing else`() {
    #expect("Content-Type".equalsIgnoringASCIICase("content-TYPE"))
    #expect(!"é".equalsIgnoringASCIICase("É"))
    #expect(!"[".equalsIgnoringASCIICase("{"))
    #expect(!"a".equalsIgnoringASCIICase("ab"))
  }
}
