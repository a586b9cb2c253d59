import Testing

@testable import StubKit

@Suite struct JSONDifferenceTests {
  @Test(
    arguments: [
      (["a": 1], ["a": 1.0], nil, nil),
      (["a": 1], ["a": 2], "$.a: expected 1, found 2", "$.a: expected 1, found 2"),
      (["a": 1], [:], "$.a: expected 1, found nothing", "$.a: expected 1, found nothing"),
      ([:], ["a": nil], "$.a: expected nothing, found null", nil),
      (
        ["b": 1, "a": 1], ["b": 2, "a": 2], "$.a: expected 1, found 2", "$.a: expected 1, found 2"
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
    #expect(found.firstDifference(from: expected)?.description == exact)
    #expect(found.firstDifference(from: expected, isSubset: true)?.description == subset)
    #expect((found == expected) == (exact == nil))
    #expect(found.contains(expected) == (subset == nil))
  }
}
