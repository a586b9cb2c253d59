import Testing

@testable import StubKit

@Suite struct JSONDifferenceTests {
  private static func differences(
    of found: StubJSON, from expected: StubJSON, isSubset: Bool = false
  ) -> JSONDifferences {
    JSONDifferences(
      of: found, from: .value(expected), isSubset: isSubset, searching: { _, _ in .no })
  }

  @Test(
    arguments: [
      (["a": 1], ["a": 1.0], nil, nil),
      (["a": 1], ["a": 2], "$.a: expected 1, found 2", "$.a: expected 1, found 2"),
      (["a": 1], [:], "$.a: expected 1, found nothing", "$.a: expected 1, found nothing"),
      ([:], ["a": nil], "$.a: expected nothing, found null", nil),
      (
        ["b": 1, "a": 1], ["b": 2, "a": 2], "$.a: expected 1, found 2", "$.a: expected 1, found 2"
      ),
      (
        ["e\u{301}": 1], ["\u{E9}": 1], "$.\u{E9}: expected nothing, found 1",
        #"$["e\u{301}"]: expected 1, found nothing"#
      ),
      (
        "\u{E9}", "e\u{301}", #"$: expected "é", found "e\u0301""#,
        #"$: expected "é", found "e\u0301""#
      ),
      ([1, 2], [1], "$[1]: expected 2, found nothing", "$[1]: expected 2, found nothing"),
      ([1], [1, 2], "$[1]: expected nothing, found 2", "$[1]: expected nothing, found 2"),
      (
        ["items": [["id": 1], ["id": 3]]], ["items": [["id": 1], ["id": 4]]],
        "$.items[1].id: expected 3, found 4", "$.items[1].id: expected 3, found 4"
      ),
      (
        [["a": 1]], [["a": 1, "b": 2]], "$[0].b: expected nothing, found 2",
        "$[0].b: expected nothing, found 2"
      ),
      (
        ["a": ["b": 1]], ["a": 1], #"$.a: expected {"b":1}, found 1"#,
        #"$.a: expected {"b":1}, found 1"#
      ),
      (
        ["a b": "x"], ["a b": "y"], #"$["a b"]: expected "x", found "y""#,
        #"$["a b"]: expected "x", found "y""#
      ),
      (1, true, "$: expected 1, found true", "$: expected 1, found true"),
    ] as [(StubJSON, StubJSON, String?, String?)])
  func `the first difference is told with its path and both values`(
    expected: StubJSON, found: StubJSON, exact: String?, subset: String?
  ) {
    let differences = Self.differences(of: found, from: expected)
    #expect(differences.first.first == exact)
    #expect((differences.count > 0) == (exact != nil))
    let missing = Self.differences(of: found, from: expected, isSubset: true)
    #expect(missing.first.first == subset)
    #expect((found == expected) == (exact == nil))
    #expect(found.contains(expected) == (subset == nil))
  }

  @Test func `five differences are told, and all are counted`() {
    let found: StubJSON = ["d": 1, "c": 2, "b": [1, 2, 3], "a": ["x": 1, "y": 2]]
    let differences = Self.differences(
      of: found, from: ["d": 1, "c": 3, "b": [1, 3], "a": ["x": 2, "z": 2]])
    #expect(
      differences.first == [
        "$.a.x: expected 2, found 1", "$.a.y: expected nothing, found 2",
        "$.a.z: expected 2, found nothing",
        "$.b[1]: expected 3, found 2", "$.b[2]: expected nothing, found 3",
      ])
    #expect(differences.count == 6)
  }

  @Test func `of a long value the start is told`() {
    let long = StubJSON.array((0..<1_000).map { .integer($0) })
    let text = Self.differences(of: long, from: nil).first.first ?? ""
    #expect(text.hasPrefix("$: expected null, found [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,"))
    #expect(text.hasSuffix("…"))
    #expect(text.count == "$: expected null, found ".count + 201)
  }
}
