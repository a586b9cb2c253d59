import Testing

@testable import StubKitContracts

@Suite struct SchemaObjectTests {
  typealias Case = SchemaKeywordTests.Case

  @Test(arguments: [
    Case(
      #"{"properties": {"a": {"type": "string"}, "b c": {"type": "number"}}}"#,
      good: #"{"a": "x", "z": 1}"#, "[]", bad: #"{"a": 1, "b c": "x"}"#,
      "a: expected a string, found 1 (properties/a)",
      #"["b c"]: expected a number, found "x" (properties/b c)"#),
    Case(
      #"{"properties": {"a/b": {"properties": {"~": false}}}}"#, good: #"{"a/b": {}}"#,
      bad: #"{"a/b": {"~": 1}}"#,
      #"["a/b"]["~"]: unexpected: the schema allows nothing here (properties/a~1b/properties/~0)"#),
    Case(
      #"{"required": ["a", "b"]}"#, good: #"{"b": null, "a": 1}"#, bad: #"{"b": {"a": 1}}"#,
      "a: missing, and required (#/required)"),
    Case(
      #"{"minProperties": 1}"#, good: #"{"a": 1}"#, bad: "{}",
      "the body: expected at least 1 member, found 0 (#)"),
    Case(
      #"{"maxProperties": 1}"#, good: "{}", bad: #"{"a": 1, "b": {"c": 1}}"#,
      "the body: expected at most 1 member, found 2 (#)"),
    Case(
      #"{"properties": {"name": {}, "tags": {}}, "additionalProperties": false}"#,
      good: #"{"name": 1}"#, bad: #"{"nam": 1}"#,
      #"nam: unexpected; the known members are "name" and "tags" (additionalProperties)"#),
    Case(
      #"{"additionalProperties": false}"#, good: "{}", bad: #"{"a": 1}"#,
      "a: unexpected; no members are allowed (additionalProperties)"),
    Case(
      #"{"properties": {"a": {}}, "additionalProperties": {"type": "number"}}"#,
      good: #"{"a": "x", "b": 1}"#, bad: #"{"b": "x"}"#,
      #"b: expected a number, found "x" (additionalProperties)"#),
    Case(
      #"""
      {"patternProperties": {"^x-": {"type": "string"}, "id$": {"minLength": 2}},
       "additionalProperties": false}
      """#,
      good: #"{"x-a": "1", "id": 1}"#, bad: #"{"x-id": "1", "b": 1}"#,
      "x-id: expected at least 2 characters, found 1 (patternProperties/id$)",
      "b: unexpected; members are allowed if their names match ^x- or id$ (additionalProperties)"),
    Case(
      #"{"propertyNames": {"maxLength": 2, "enum": ["a", "bb", "ccc"]}}"#,
      good: #"{"a": 1, "bb": 2}"#,
      bad: #"{"ccc": 1}"#,
      "ccc: its name is wrong: expected at most 2 characters, found 3 (propertyNames)"),
    Case(
      #"{"propertyNames": {"type": "string", "pattern": "^\u00e9"}}"#, good: #"{"\u00e9a": 1}"#,
      bad: #"{"e": 1}"#,
      #"e: its name is wrong: expected text that matches ^é, found "e" (propertyNames)"#),
    Case(
      #"{"dependentRequired": {"card": ["address", "owner"]}}"#, good: #"{"address": 1}"#,
      #"{"card": 1, "address": 2, "owner": 3}"#, bad: #"{"card": 1, "owner": 2}"#,
      #"address: missing, and required because "card" is there (#)"#),
    Case(
      #"{"dependentSchemas": {"card": {"properties": {"owner": {"type": "string"}}}}}"#,
      good: #"{"owner": 1}"#, bad: #"{"card": 1, "owner": 1}"#,
      "owner: expected a string, found 1 (dependentSchemas/card/properties/owner)"),
    Case(
      #"{"dependencies": {"a": ["b"], "c": {"required": ["d"]}}}"#, good: #"{"a": 1, "b": 1}"#,
      bad: #"{"a": 1, "c": 1}"#, #"b: missing, and required because "a" is there (#)"#,
      "d: missing, and required (dependencies/c/required)"),
    Case(
      #"""
      {"allOf": [{"properties": {"a": {}}}], "properties": {"b": {}},
       "unevaluatedProperties": false}
      """#,
      good: #"{"a": 1, "b": 1}"#, bad: #"{"a": 1, "c": 1}"#,
      "c: unexpected; no part of the schema describes it (unevaluatedProperties)"),
    Case(
      #"""
      {"anyOf": [{"properties": {"a": {"type": "string"}}}, {"properties": {"b": {}}}],
       "unevaluatedProperties": {"type": "number"}}
      """#,
      good: #"{"a": "x", "b": "x", "c": 1}"#, bad: #"{"a": true, "b": 1}"#,
      "a: expected a number, found true (unevaluatedProperties)"),
    Case(
      #"""
      {"if": {"properties": {"a": {"const": 1}}, "required": ["a"]},
       "then": {"properties": {"b": {}}}, "else": {"properties": {"c": {}}},
       "unevaluatedProperties": false}
      """#,
      good: #"{"a": 1, "b": 1}"#, #"{"c": 1}"#, bad: #"{"a": 1, "c": 1}"#,
      "c: unexpected; no part of the schema describes it (unevaluatedProperties)"),
    Case(
      #"{"prefixItems": [true], "contains": {"type": "string"}, "unevaluatedItems": false}"#,
      good: #"[1, "a"]"#, bad: #"[1, "a", 2]"#,
      "[2]: unexpected; no part of the schema describes it (unevaluatedItems)"),
    Case(
      #"""
      {"oneOf": [{"prefixItems": [{"type": "string"}]}, {"prefixItems": [true, true],
       "minItems": 2}], "unevaluatedItems": {"type": "null"}}
      """#,
      good: #"["a"]"#, "[1, 2]", bad: "[1, 2, 3]",
      "[2]: expected null, found 3 (unevaluatedItems)"),
    Case(
      ##"""
      {"$defs": {"base": {"properties": {"a": {}}}}, "$ref": "#/$defs/base",
       "unevaluatedProperties": false}
      """##,
      good: #"{"a": 1}"#, bad: #"{"b": [1]}"#,
      "b: unexpected; no part of the schema describes it (unevaluatedProperties)"),
    Case(
      #"""
      {"dependentSchemas": {"a": {"properties": {"b": {}}}}, "properties": {"a": {}},
       "unevaluatedProperties": false}
      """#,
      good: #"{"a": 1, "b": 1}"#, bad: #"{"b": 1}"#,
      "b: unexpected; no part of the schema describes it (unevaluatedProperties)"),
  ])
  func `a keyword for objects lets values through or says what is wrong`(_ example: Case) throws {
    try SchemaKeywordTests.check(example)
  }

  @Test func `names are found among many, also beyond the first sixty-four`() throws {
    let names = (0..<200).map { "name\($0)" }
    let library = try SchemaLibrary(
      """
      {"required": \(names), "properties": {"name150": {"type": "string"}}}
      """)
    let schema = library.schema(at: [])
    let all = names.map { "\"\($0)\": \"x\"" }
    #expect(schema.told("{\(all.joined(separator: ","))}") == [])
    #expect(
      schema.told("{\(all.filter { $0 != all[199] && $0 != all[3] }.joined(separator: ","))}") == [
        "name3: missing, and required (#/required)", "name199: missing, and required (#/required)",
      ])
    #expect(
      schema.told("{\(all.dropLast().joined(separator: ",")), \"name199\": 1, \"name150\": 1}") == [
        "name150: expected a string, found 1 (properties/name150)"
      ])
  }
}
