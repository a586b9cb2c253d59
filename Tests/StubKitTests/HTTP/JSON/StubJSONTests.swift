import Foundation
import StubKit
import Testing

@Suite struct StubJSONTests {
  @Test func `literals make the values they look like`() {
    let name = "Ann"
    let json: StubJSON = [
      "nothing": nil, "yes": true, "whole": 1, "part": 1.5, "text": "a", "mixed": "Hi \(name)",
      "list": [1, "a", nil, [:]], "inner": ["a": []],
    ]
    #expect(
      json
        == .object([
          "nothing": .null, "yes": .bool(true), "whole": .integer(1), "part": .double(1.5),
          "text": .string("a"), "mixed": .string("Hi Ann"),
          "list": .array([.integer(1), .string("a"), .null, .object([:])]),
          "inner": .object(["a": .array([])]),
        ]))
  }

  @Test(
    arguments: [
      (1, 1.0, true), (-0.0, 0, true), (1, true, false), (0, false, false), (nil, 0, false),
      (1, "1", false), (1.5, 1.5, true), (1, 1.5, false), (["a": 1], ["a": 1.0], true),
      ([1, 2], [2, 1], false), ([], [:], false), ([nil], [], false), (["a": nil], [:], false),
      (.integer(9_007_199_254_740_993), .double(9_007_199_254_740_992), false),
      (.integer(.max), .double(9_223_372_036_854_775_808), false),
      (.integer(.min), .double(-9_223_372_036_854_775_808), true),
    ] as [(StubJSON, StubJSON, Bool)])
  func `numbers are equal if their values are, exactly`(
    left: StubJSON, right: StubJSON, expected: Bool
  ) {
    #expect((left == right) == expected)
    #expect((right == left) == expected)
    if expected { #expect(left.hashValue == right.hashValue) }
  }

  @Test func `texts and names are compared by their bytes`() {
    let (composed, joined) = ("\u{E9}", "e\u{301}")
    #expect(StubJSON.string(composed) != .string(joined))
    #expect(StubJSON.object([composed: 1]) != .object([joined: 1]))
    #expect(StubJSON.object([joined: 1]) == .object([joined: 1]))
    #expect(StubJSON.object([composed: 1])[joined] == nil)
    #expect(StubJSON.object([composed: 1])[composed] == 1)
    #expect(StubJSON.string(joined).description == #""e\u0301""#)
    #expect(StubJSON.string(joined).data == Data("\"\(joined)\"".utf8))
  }

  @Test func `subscripts reach inside and never trap`() {
    let json: StubJSON = ["a": [1, ["b": "c"]]]
    #expect(json["a"]?[1]?["b"] == "c")
    #expect(json["b"] == nil)
    #expect(json["a"]?[2] == nil)
    #expect(json["a"]?[-1] == nil)
    #expect(json[0] == nil)
    #expect(StubJSON.string("a")["b"] == nil)
    #expect((["a": nil] as StubJSON)["a"] == .some(.null))
  }

  @Test func `subscripts go on through what may be missing`() {
    let json: StubJSON? = ["a": ["b": [1, "x"]]]
    #expect(json["a"]["b"][0] == 1)
    #expect(json["a"]["b"][1]?.string == "x")
    #expect(json["a"]["c"][0] == nil)
    #expect(json["a"]["b"][2] == nil)
    #expect(json["a"]["b"][0]["d"] == nil)
    #expect((nil as StubJSON?)["a"][0] == nil)
  }

  @Test func `a value is read as Swift's own, and as no other`() {
    let json: StubJSON = ["s": "1", "i": 2, "w": 3.0, "d": 1.5, "b": true, "a": [1], "o": ["x": 1]]
    let keys = ["s", "i", "w", "d", "b", "a", "o", "none"]
    #expect(keys.map { json[$0]?.string } == ["1", nil, nil, nil, nil, nil, nil, nil])
    #expect(keys.map { json[$0]?.integer } == [nil, 2, 3, nil, nil, nil, nil, nil])
    #expect(keys.map { json[$0]?.double } == [nil, 2, 3, 1.5, nil, nil, nil, nil])
    #expect(keys.map { json[$0]?.bool } == [nil, nil, nil, nil, true, nil, nil, nil])
    #expect(keys.map { json[$0]?.array } == [nil, nil, nil, nil, nil, [1], nil, nil])
    #expect(keys.map { json[$0]?.object } == [nil, nil, nil, nil, nil, nil, ["x": 1], nil])
    #expect(StubJSON.double(1e300).integer == nil)
    #expect(StubJSON.double(.nan).integer == nil)
    #expect(StubJSON.null.string == nil)
    // The cases of the same names are matched as before.
    if case .string(let text)? = json["s"] { #expect(text == "1") } else { Issue.record() }
    #expect(["a"].map(StubJSON.string) == ["a"])
  }

  private struct Line: Codable, Equatable {
    let count: Int
    let price: Double
  }

  @Test func `a part of it is decoded as a type of one's own`() throws {
    let json: StubJSON = ["lines": [["count": 2, "price": 0.1], ["count": 1, "price": 3]]]
    #expect(
      try json["lines"]?.decode([Line].self)
        == [Line(count: 2, price: 0.1), Line(count: 1, price: 3)])
    #expect(throws: DecodingError.self) { try json.decode(Line.self) }
    #expect(try json["none"]?.decode(Line.self) == nil)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    #expect(try StubJSON.integer(3).decode(Date.self, decoder: decoder).timeIntervalSince1970 == 3)
  }

  @Test(
    arguments: [
      (["b": 1, "a": [true, nil, 1.0, -2.5]], #"{"a":[true,null,1.0,-2.5],"b":1}"#),
      ("a\"b\\c/d\n\r\t\u{8}\u{C}\u{1}é", #""a\"b\\c/d\n\r\t\b\f\u0001é""#),
      (1e100, "1e+100"), (.double(0.1), "0.1"), (.double(.nan), "null"),
      (.double(.infinity), "null"),
      ([:], "{}"), ([], "[]"), (.integer(.min), "-9223372036854775808"),
    ] as [(StubJSON, String)])
  func `the text is compact and always the same`(json: StubJSON, text: String) {
    #expect(json.description == text)
    #expect(json.data == Data(text.utf8))
  }

  @Test func `Codable reads and writes any value`() throws {
    let json: StubJSON = ["a": [1, 2.5, true, nil, "x", ["b": [:]]]]
    let decoded = try JSONDecoder().decode(StubJSON.self, from: json.data)
    #expect(decoded == json)
    #expect(decoded["a"]?[2] == true)
    #expect(try StubJSON(parsing: JSONEncoder().encode(json)) == json)
  }

  @Test func `values of any type become JSON`() throws {
    let nested: [String: Any?] = [
      "int8": Int8(-1), "uint64": UInt64(1) << 63, "float": Float(0.1), "double": 2.5, "bool": true,
      "number": NSNumber(value: 3), "yes": NSNumber(value: true), "one": NSNumber(value: Int8(1)),
      "bytes": [NSNumber(value: Int8(100)), NSNumber(value: Int8(-50)), NSNumber(value: false)],
      "half": NSNumber(value: 0.5), "null": NSNull(), "none": nil, "text": "a",
      "substring": "xyz".dropFirst(), "decimal": Decimal(7), "price": Decimal(string: "19.99"),
      "nsFloat": NSNumber(value: Float(0.1)), "nsDecimal": NSDecimalNumber(string: "0.07"),
      "list": [1, nil, "a"] as [Any?],
      "numbers": [1, 2], "optionals": ["a": 1, "b": nil] as [String: Int?],
      "json": ["a": 1] as StubJSON, "deep": ["a": ["b": [[:] as [String: Any]]]] as [String: Any],
      "ns": NSDictionary(dictionary: ["a": NSArray(array: [1, "b"])]), "nsText": NSString("c"),
    ]
    #expect(
      try StubJSON(nested) == [
        "int8": -1, "uint64": .double(9_223_372_036_854_775_808), "float": 0.1, "double": 2.5,
        "bool": true, "number": 3, "yes": true, "one": 1, "half": 0.5, "null": nil, "none": nil,
        "bytes": [100, -50, false], "text": "a", "substring": "yz", "decimal": 7, "price": 19.99,
        "nsFloat": 0.1, "nsDecimal": 0.07, "list": [1, nil, "a"], "numbers": [1, 2],
        "optionals": ["a": 1, "b": nil], "json": ["a": 1], "deep": ["a": ["b": [[:]]]],
        "ns": ["a": [1, "b"]], "nsText": "c",
      ])
    for sign in ["", "-"] {
      #expect(throws: (any Error).self) {
        try StubJSON(["id": NSDecimalNumber(string: sign + "9223372036854775809")])
      }
    }
    #expect(try StubJSON(Decimal(Int.min)) == .integer(.min))
    #expect(try StubJSON(nil as Any?) == nil)
    #expect(try StubJSON(Int??.some(nil) as Any) == nil)
  }

  private struct Scores: Encodable {
    var list: [Double]
  }

  private struct Wide: Encodable {
    let id: UInt64
  }

  @Test func `a value that can be encoded stands for what it is encoded as`() throws {
    let address = try #require(URL(string: "https://a.test/"))
    let values: [String: Any] = ["a": [Scores(list: [1])], "url": address]
    #expect(try StubJSON(values) == ["a": [["list": [1]]], "url": "https://a.test/"])
  }

  @Test func `a value that is no JSON is named with the way to it`() {
    func sentence(_ value: Any?) -> String? {
      do {
        _ = try StubJSON(value)
        return nil
      } catch {
        return "\(error)"
      }
    }
    let advice = "; write it in one form, such as a text"
    let users: [Any] = [1, 2, ["born": Date()] as [String: Any]]
    #expect(sentence(["users": users]) == "$.users[2].born: a Date is not a JSON value\(advice)")
    #expect(
      sentence(["a b": JSONEncoder()])
        == #"$["a b"]: a JSONEncoder is not a JSON value; make it Encodable; where the main actor is "#
        + "the default, nonisolated, too")
    #expect(sentence(["a": Data()]) == "$.a: a Data is not a JSON value\(advice)")
    #expect(
      sentence(["id": UInt64.max])
        == "$.id: 18446744073709551615 is more than a JSON number holds exactly; write a text")
    #expect(sentence(NSNumber(value: UInt64.max - 1))?.hasPrefix("$: 18446744073709551614") == true)
    #expect(sentence(NSNumber(value: UInt64(1) << 63)) == nil)
    #expect(
      sentence(["a": Wide(id: .max)])
        == "$.a: it cannot be encoded: the integer 18446744073709551615 is more than StubJSON holds "
        + "exactly at byte 6, line 1, column 7")
    #expect(
      sentence(["a": [Scores(list: [0, .infinity])]])?.hasPrefix(
        "$.a[0].list[1]: inf cannot be encoded: ") == true)
    #expect(sentence([1.0, .infinity]) == "$[1]: the number inf is not a JSON value")
    #expect(sentence(NSNumber(value: Double.nan)) == "$: the number nan is not a JSON value")
    #expect(sentence([1: "a"]) == "$: a Dictionary<Int, String> is not a JSON value\(advice)")
    var deep: Any = 1
    for _ in 0..<2_000 { deep = [deep] }
    #expect(sentence(deep)?.hasSuffix(": nested more than 512 levels deep") == true)
  }
}
