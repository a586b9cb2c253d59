import StubKit
import Testing

@testable import StubKitContracts

@Suite struct YAMLCollectionTests {
  @Test(
    arguments: [
      ("a: 1\nb: two\n", ["a": 1, "b": "two"]), ("- 1\n- two", [1, "two"]),
      ("a:\n  b:\n    c: 1\nd: 2", ["a": ["b": ["c": 1]], "d": 2]),
      ("a:\n    b: 1\nc:\n d: 2", ["a": ["b": 1], "c": ["d": 2]]),
      ("  a: 1\n  b: 2", ["a": 1, "b": 2]), ("a: 1\n\n# why\n   # so\nb: 2", ["a": 1, "b": 2]),
      ("a:\n- 1\n- 2\nb: 3", ["a": [1, 2], "b": 3]), ("a:\n  - 1\n  - 2", ["a": [1, 2]]),
      ("a:\n- b:\n  - 1\n  c: 2\n- 3\nd: 4", ["a": [["b": [1], "c": 2], 3], "d": 4]),
      ("a: # none\n  b: 1 # one\t# and", ["a": ["b": 1]]), ("a: 1  \nb:\t2", ["a": 1, "b": 2]),
    ] as [(String, StubJSON)])
  func `block collections are read`(text: String, json: StubJSON) throws {
    #expect(try YAMLReader.read(text) == json)
  }

  @Test(
    arguments: [
      ("- a: 1\n  b: 2\n- c: 3", [["a": 1, "b": 2], ["c": 3]]),
      ("-   a: 1\n    b: 2", [["a": 1, "b": 2]]), ("- a:\n  - 1\n  b: 2", [["a": [1], "b": 2]]),
      ("- - 1\n  - 2\n- - 3", [[1, 2], [3]]), ("- - - x", [[["x"]]]),
      ("- - a: 1\n    b: 2\n  - 3", [[["a": 1, "b": 2], 3]]),
      ("-\n  - 1\n-\n  a: 2", [[1], ["a": 2]]),
    ] as [(String, StubJSON)])
  func `a collection may begin on the line of a dash`(text: String, json: StubJSON) throws {
    #expect(try YAMLReader.read(text) == json)
  }

  @Test(
    arguments: [
      ("a:\nb:\n  c:\n", ["a": nil, "b": ["c": nil]]), ("-\n- \n-", [nil, nil, nil]),
      ("a:\n-\n- b:", ["a": [nil, ["b": nil]]]),
      ("{a, b: , \"c\"}", ["a": nil, "b": nil, "c": nil]),
      ("[a: , b:]", [["a": nil], ["b": nil]]), ("a: # nothing\nb: 1", ["a": nil, "b": 1]),
    ] as [(String, StubJSON)])
  func `a missing value is null`(text: String, json: StubJSON) throws {
    #expect(try YAMLReader.read(text) == json)
  }

  @Test(
    arguments: [
      ("[]", []), ("{}  # none", [:]), ("[1, two, [3], {a: 4}]", [1, "two", [3], ["a": 4]]),
      ("[1, 2, ]", [1, 2]), ("{a: 1, b: 2,}", ["a": 1, "b": 2]),
      ("a: [x, y]\nb: {c: 1}", ["a": ["x", "y"], "b": ["c": 1]]),
      ("- [a, [b, {c: [d]}]]\n- e", [["a", ["b", ["c": ["d"]]]], "e"]),
      ("a: [\n  x,\n  y # why\n]\nb: 1", ["a": ["x", "y"], "b": 1]),
      ("a: {\n  b: 1,\n\n  c:\n    2\n  }", ["a": ["b": 1, "c": 2]]),
      ("{\"a\":1,'b':[2]}", ["a": 1, "b": [2]]), ("{a:1}", ["a:1": nil]),
      ("{a\n: 1, \"b\" # of it\n : 2}", ["a": 1, "b": 2]), ("{a\n b: c\n d}", ["a b": "c d"]),
      ("[a: 1, \"b\":2, {c: 3}]", [["a": 1], ["b": 2], ["c": 3]]),
      ("[http://a.test/?b#c, -1, -a, 'b, c']", ["http://a.test/?b#c", -1, "-a", "b, c"]),
      ("\t{\n\t\"a\":\t[1,\t2]\n}\n", ["a": [1, 2]]),
    ] as [(String, StubJSON)])
  func `flow collections are read`(text: String, json: StubJSON) throws {
    #expect(try YAMLReader.read(text) == json)
  }

  @Test(
    arguments: [
      ("/users/{id}:\n  get: 1", ["/users/{id}": ["get": 1]]), ("$ref: '#/a'", ["$ref": "#/a"]),
      ("200: a\n4.5: b\n0x1F: c", ["200": "a", "4.5": "b", "0x1F": "c"]),
      ("true: 1\nnull: 2\n~: 3", ["true": 1, "null": 2, "~": 3]),
      ("http://a.test: 1\na:b: 2", ["http://a.test": 1, "a:b": 2]), ("a b#c: 1", ["a b#c": 1]),
      ("application/json; charset=utf-8: 1", ["application/json; charset=utf-8": 1]),
      ("'a: b': 1\n\"c\\td\" : 2\n'': 3", ["a: b": 1, "c\td": 2, "": 3]),
      ("-a: 1\n?b: 2\n:c: 3", ["-a": 1, "?b": 2, ":c": 3]),
      ("{200: a, '#': b}", ["200": "a", "#": "b"]),
    ] as [(String, StubJSON)])
  func `names keep their spelling`(text: String, json: StubJSON) throws {
    #expect(try YAMLReader.read(text) == json)
  }
  @Test(
    arguments: [
      ("? a\n: b", ["a": "b"]), ("? a # why\n\n# so\n:   b\nc: d", ["a": "b", "c": "d"]),
      (
        "a:\n  ? /users\n  : get: 1\n    put: 2\n  b: 3",
        ["a": ["/users": ["get": 1, "put": 2], "b": 3]]
      ),
      (
        "a: 1\n? \"b: c\"\n: - 1\n  - 2\n? d\n:\n- 3\n? e\n:",
        ["a": 1, "b: c": [1, 2], "d": [3], "e": nil]
      ),
      ("- ? a\n    b\n  : |\n    c\n  d: 1", [["a b": "c\n", "d": 1]]),
      ("x: &x {y: 1}\nz:\n  ? <<\n  : *x", ["x": ["y": 1], "z": ["y": 1]]),
    ] as [(String, StubJSON)])
  func `a long name may begin with a question mark`(text: String, json: StubJSON) throws {
    #expect(try YAMLReader.read(text) == json)
  }
}
