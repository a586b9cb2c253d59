import StubKit
import Testing

@testable import StubKitContracts

@Suite struct YAMLAnchorTests {
  @Test(
    arguments: [
      ("a: &x 1\nb: *x", ["a": 1, "b": 1]), ("- &x\n  a: 1\n- *x", [["a": 1], ["a": 1]]),
      ("- &x [1, 2]\n- {b: *x}\n- [*x , *x]", [[1, 2], ["b": [1, 2]], [[1, 2], [1, 2]]]),
      ("- &x a\n- &x b\n- *x", ["a", "b", "b"]), ("a: &x\nb: *x", ["a": nil, "b": nil]),
      ("- &x !!str 1\n- *x", ["1", "1"]), ("- &x >\n  a\n- *x", ["a\n", "a\n"]),
      ("&x a: 1\nb: *x", ["a": 1, "b": "a"]), ("&x\na: 1", ["a": 1]),
      ("--- &x\n- &x a\n- *x", ["a", "a"]),
      ("a: &x\n- 1\nb: *x", ["a": [1], "b": [1]]), ("- &x-1.é: a\n- *x-1.é:", ["a", "a"]),
      ("a: &x {b: &y [1]}\nc: *y\nd: *x", ["a": ["b": [1]], "c": [1], "d": ["b": [1]]]),
    ] as [(String, StubJSON)])
  func `an alias repeats the value of its anchor`(text: String, json: StubJSON) throws {
    #expect(try YAMLReader.read(text) == json)
  }

  @Test(
    arguments: [
      ("<<: {a: 1, b: 2}\nb: 3", ["a": 1, "b": 3]), ("b: 3\n<<: {a: 1, b: 2}", ["a": 1, "b": 3]),
      ("{<<: [{a: 1}, {a: 2, b: 2}], c: 3}", ["a": 1, "b": 2, "c": 3]),
      ("<<:\n  a: 1\nb: 2", ["a": 1, "b": 2]), ("'<<': {a: 1}", ["<<": ["a": 1]]),
      ("<<: []", [:]), ("- &x {a: 1}\n- <<: *x\n  b: 2", [["a": 1], ["a": 1, "b": 2]]),
      (
        "- &x {a: 1}\n- &y {<<: *x, b: 2}\n- <<: [*y, *x]",
        [["a": 1], ["a": 1, "b": 2], ["a": 1, "b": 2]]
      ),
    ] as [(String, StubJSON)])
  func `the merge key adds missing members`(text: String, json: StubJSON) throws {
    #expect(try YAMLReader.read(text) == json)
  }

  /// Thirty levels, each of which repeats the one before nine times.
  private static func bomb(_ bottom: String) -> String {
    (1..<30).reduce("- &a0 \(bottom)\n") { text, level in
      let aliases = [String](repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      return text + "- &a\(level) [\(aliases)]\n"
    }
  }

  @Test func `aliases that expand to a billion values are refused`() {
    #expect(
      YAMLReader.sentence(of: Self.bomb("lol"))
        == "line 8, column 8: the aliases up to here expand to too much data: write some of the values out"
    )
  }

  @Test func `aliases that expand to gigabytes of text are refused`() {
    let text = String(repeating: "long ", count: 10_000)
    #expect(
      YAMLReader.sentence(of: Self.bomb(text))
        == "line 4, column 18: the aliases up to here expand to too much data: write some of the values out"
    )
  }

  @Test func `aliases cannot nest values deeper than the text can`() throws {
    func text(_ levels: Int) -> String {
      (1...levels).reduce("- &a0 []\n") { "\($0)- &a\($1) [*a\($1 - 1)]\n" }
    }
    _ = try YAMLReader.read(text(62))
    #expect(
      YAMLReader.sentence(of: text(63))
        == "line 64, column 9: an alias nests values more than 64 levels deep")
  }
}
