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

  @Test(arguments: [
    ("a\u{1B}[31mb", #"a\u{1b}[31mb"#), ("a\nb\r\nc", #"a\nb\r\nc"#),
    ("\u{85}\u{9B}", #"\u{85}\u{9b}"#),
    ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#), ("a\u{202E}b\u{2066}", #"a\u{202e}b\u{2066}"#),
    ("a\u{200B}\u{2060}\u{FEFF}b", #"a\u{200b}\u{2060}\u{feff}b"#), ("a\u{200D}b", #"a\u{200d}b"#),
    ("👩‍👩‍👧 ❤️‍🔥", "👩‍👩‍👧 ❤️‍🔥"), ("\u{200D}👧", #"\u{200d}👧"#), ("1\u{200D}2", #"1\u{200d}2"#),
    ("👍\u{200D}", #"👍\u{200d}"#), ("👍\u{200D}a", #"👍\u{200d}a"#), ("©️1️⃣", "©️1️⃣"),
    ("1\u{FE0F}a", #"1\u{fe0f}a"#),
    ("\"é\\", "\"é\\"),
  ])
  func `what cannot be seen is escaped, and nothing else`(text: String, escaped: String) {
    #expect(text.withVisibleControls == escaped)
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

  /// Eight bytes are compared at a time: every length, and bytes that differ from letters in one bit.
  @Test func `case folds in any place as letter by letter`() {
    var random = SeededRandom(seed: 7)
    let alphabet = Array("aAzZ@`[{mM-_ \u{0}é".utf8) + [0xFF]
    var counts = (same: 0, different: 0)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...20, using: &random)).compactMap { _ in
        alphabet.randomElement(using: &random)
      }
      var other = bytes
      for place in other.indices where Bool.random(using: &random) {
        let isLetter = other[place].asciiLowercased &- 0x61 < 26
        if isLetter || Int.random(in: 0..<20, using: &random) == 0 { other[place] ^= 0x20 }
      }
      if !other.isEmpty, Int.random(in: 0..<8, using: &random) == 0 {
        other[other.count - 1] &+= 1
      }
      let isSame = bytes.map(\.asciiLowercased) == other.map(\.asciiLowercased)
      let found = bytes.withUnsafeBufferPointer { bytes in
        other.withUnsafeBufferPointer { bytes.equalsIgnoringASCIICase($0) }
      }
      if found != isSame { Issue.record("\(bytes) and \(other): \(found)") }
      if isSame { counts.same += 1 } else { counts.different += 1 }
    }
    #expect(counts.same > 1_000 && counts.different > 1_000)
  }

  @Test func `a duration is written as it was given`() {
    #expect(
      "\(Duration.seconds(100_000)), \(Duration.seconds(2_363))"
        == "100000.0 seconds, 2363.0 seconds")
    #expect(
      "\(Duration.milliseconds(1_250)) and \(Duration.zero)" == "1.25 seconds and 0.0 seconds")
    #expect("\(Duration.milliseconds(-1_250))" == "-1.25 seconds")
    #expect("\(Duration.seconds(Int64.max))" == "9.223372036854776e+18 seconds")
    for milliseconds in 0..<20_000 {
      #expect("\(Duration.milliseconds(milliseconds))" == "\(Double(milliseconds) / 1_000) seconds")
    }
  }
}
