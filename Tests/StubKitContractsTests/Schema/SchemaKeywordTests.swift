import Testing

@testable import StubKitContracts

@Suite struct SchemaKeywordTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let schema: String
    let good: [String]
    let bad: String
    let problems: [String]

    init(_ schema: String, good: String..., bad: String, _ problems: String...) {
      (self.schema, self.good, self.bad, self.problems) = (schema, good, bad, problems)
    }

    var testDescription: String { "\(schema) and \(bad)" }
  }

  @Test(arguments: [
    Case(
      #"{"type": "string"}"#, good: #""a""#, bad: "7", "the body: expected a string, found 7 (#)"),
    Case(
      #"{"type": ["string", "null"]}"#, good: #""a""#, "null", bad: "true",
      "the body: expected a string or null, found true (#)"),
    Case(
      #"{"type": "integer"}"#, good: "1", "1.0", "-2", "10e2", "1.5e1", bad: "1.5",
      "the body: expected a whole number, found 1.5 (#)"),
    Case(
      #"{"type": "number"}"#, good: "1", "1.5", bad: #""1""#,
      #"the body: expected a number, found "1" (#)"#),
    Case(
      #"{"type": ["number", "integer"]}"#, good: "1", "1.5", bad: "true",
      "the body: expected a number, found true (#)"),
    Case(
      #"{"type": "boolean"}"#, good: "true", "false", bad: "null",
      "the body: expected true or false, found null (#)"),
    Case(
      #"{"type": "object"}"#, good: "{}", bad: "[1, 2, 3]",
      "the body: expected an object, found a list of 3 (#)"),
    Case(
      #"{"type": "array"}"#, good: "[]", bad: #"{"a": 1}"#,
      "the body: expected a list, found an object (#)"),
    Case(
      #"{"enum": ["a", 1, [true], {"b": null}]}"#, good: "1.0", "[true]", #"{"b": null}"#,
      bad: #""c""#,
      #"the body: expected one of "a", 1, [true], {"b":null}, found "c" (#)"#),
    Case(
      #"{"const": {"a": [1, 2], "b": 10}}"#, good: #"{"b": 1e1, "a": [1.0, 2]}"#,
      bad: #"{"a": [2, 1], "b": 10}"#,
      "a[0]: expected 1, found 2 (#)"),
    Case(
      #"{"const": {"a": [{"b": 1}], "c": 0}}"#, good: #"{"c": 0.0, "a": [{"b": 1}]}"#,
      bad: #"{"a": [{}], "c": 0}"#, "a[0].b: missing, and a part of the constant (#)"),
    Case(
      #"{"const": {"a": {}}}"#, good: #"{"a": {}}"#, bad: #"{"a": {"b": 1}}"#,
      "a.b: unexpected; the constant has no such member (#)"),
    Case(
      #"{"const": {"a": 1}}"#, good: #"{"a": 1}"#, bad: #"{"a": 1, "a": 1}"#,
      #"the body: expected {"a":1}, found {"a":1,"a":1} (#)"#),
    Case(
      #"{"enum": [{"a": [1]}]}"#, good: #"{"a": [1]}"#, bad: #"{"a": [1, 2]}"#,
      "a: expected a list of 1, found a list of 2 (#)"),
    Case(
      #"{"enum": [{"a": 1}, {"a": 2}]}"#, good: #"{"a": 2}"#, bad: #"{"a": "\u0033"}"#,
      #"the body: expected one of {"a":1}, {"a":2}, found {"a":"3"} (#)"#),
    Case(#"{"const": 1}"#, good: "1.0", bad: "true", "the body: expected 1, found true (#)"),
    Case(
      #"{"multipleOf": 0.1}"#, good: "1.1", "0", "-3", "1e300", bad: "0.25",
      "the body: expected a multiple of 0.1, found 0.25 (#)"),
    Case(
      #"{"multipleOf": 3}"#, good: "9007199254740993", #""x""#, bad: "9007199254740994",
      "the body: expected a multiple of 3, found 9007199254740994 (#)"),
    Case(
      #"{"minimum": 1.5}"#, good: "1.5", "1e1", bad: "1.49",
      "the body: expected at least 1.5, found 1.49 (#)"),
    Case(
      #"{"exclusiveMinimum": -1}"#, good: "-0.99", bad: "-1.0",
      "the body: expected more than -1, found -1.0 (#)"),
    Case(
      #"{"maximum": 9007199254740993}"#, good: "9007199254740993", bad: "9007199254740994",
      "the body: expected at most 9007199254740993, found 9007199254740994 (#)"),
    Case(
      #"{"exclusiveMaximum": 0}"#, good: "-1e-300", bad: "0.0",
      "the body: expected less than 0, found 0.0 (#)"),
    Case(
      #"{"maximum": 9223372036854775807}"#, good: "9223372036854775807",
      "9223372036854775806.99999", bad: "9223372036854775807.5",
      "the body: expected at most 9223372036854775807, found 9223372036854775807.5 (#)"),
    Case(
      #"{"type": "integer"}"#, good: "12345678901234567891", "123456789012345678.9012345e99",
      bad: "12345678901234567890.5",
      "the body: expected a whole number, found 12345678901234567890.5 (#)"),
    Case(
      #"{"multipleOf": 3}"#, good: "12345678901234567890", bad: "12345678901234567891",
      "the body: expected a multiple of 3, found 12345678901234567891 (#)"),
    Case(
      #"{"multipleOf": 0.5}"#, good: "1234567890123456789012.5", bad: "1234567890123456789012.25",
      "the body: expected a multiple of 0.5, found 1234567890123456789012.25 (#)"),
    Case(
      #"{"minLength": 2}"#, good: #""ab""#, #""\u00e9\ud83d\ude00""#, bad: #""😀""#,
      "the body: expected at least 2 characters, found 1 (#)"),
    Case(
      #"{"maxLength": 1}"#, good: #""😀""#, #""""#, bad: #""ab""#,
      "the body: expected at most 1 character, found 2 (#)"),
    Case(
      #"{"pattern": "b+$"}"#, good: #""abb""#, bad: #""ab\n""#,
      #"the body: expected text that matches b+$, found "ab\n" (#)"#),
    Case(
      #"{"pattern": "^\\d[\\w&&[-]\\/$"}"#, good: #""1&/""#, bad: #""٣&/""#,
      #"the body: expected text that matches ^\d[\w&&[-]\/$, found "٣&/" (#)"#),
    Case(
      #"{"pattern": "^[\\s]\\0[\\b]\\b\\w$"}"#, good: #""\ufeff\u0000\ba""#,
      bad: #""\ufeff\u0000\bé""#,
      #"the body: expected text that matches ^[\s]\0[\b]\b\w$, found "\u{feff}\0\u{8}é" (#)"#),
    Case(
      #"{"pattern": "^\\S\\B\\S$"}"#, good: #""éü""#, bad: #""a\ufeff""#,
      #"the body: expected text that matches ^\S\B\S$, found "a\u{feff}" (#)"#),
    Case(
      #"{"minItems": 2}"#, good: "[1, [2]]", bad: "[[1, 2]]",
      "the body: expected at least 2 elements, found 1 (#)"),
    Case(
      #"{"maxItems": 1}"#, good: "[]", bad: "[1, 2]",
      "the body: expected at most 1 element, found 2 (#)"),
    Case(
      #"{"uniqueItems": true}"#, good: "[1, 10, 100, true, \"1\", [1], {}]", "[]",
      "[12345678901234567890, 12345678901234567891, 12345678901234567890.5]",
      bad: #"[0, {"a": 1, "b": 2}, 3, {"b": 2.0, "a": 1}]"#,
      "the body: expected no equal elements, but [1] and [3] are equal (#)"),
    Case(
      #"{"prefixItems": [{"type": "string"}, {"type": "number"}], "items": {"type": "null"}}"#,
      good: #"["a", 1, null]"#, #"["a"]"#, bad: #"[1, 1, 1]"#,
      "[0]: expected a string, found 1 (prefixItems/0)", "[2]: expected null, found 1 (items)"),
    Case(
      #"{"items": {"type": "string"}}"#, good: #"["a"]"#, bad: #"["a", 1, "b", 2]"#,
      "[1]: expected a string, found 1 (items)", "[3]: expected a string, found 2 (items)"),
    Case(
      #"{"prefixItems": [true], "items": false}"#, good: "[1]", bad: "[1, 2]",
      "[1]: unexpected: the schema allows nothing here (items)"),
    Case(
      #"{"contains": {"type": "string"}}"#, good: #"[1, "a"]"#, bad: "[1]",
      "the body: expected at least 1 element that fits contains, found 0 (#)"),
    Case(
      #"{"contains": {"const": 1}, "minContains": 2, "maxContains": 3}"#, good: "[1, 2, 1]",
      bad: "[1, 1, 1, 1]",
      "the body: expected at most 3 elements that fit contains, found 4 (#)"),
    Case(
      #"{"contains": {"const": 1}, "minContains": 0, "maxContains": 0}"#, good: "[2]", "3",
      bad: "[1]", "the body: expected at most 0 elements that fit contains, found 1 (#)"),
  ])
  func `a keyword lets values through or says what is wrong`(_ example: Case) throws {
    try Self.check(example)
  }

  static func check(_ example: Case, dialect: SchemaDialect = .draft202012) throws {
    let library = try SchemaLibrary(example.schema, dialect: dialect)
    let schema = library.schema(at: [])
    #expect(library.mistakes.isEmpty)
    for body in example.good { #expect(schema.told(body) == [], "\(body)") }
    #expect(schema.told(example.bad) == example.problems)
  }
}
