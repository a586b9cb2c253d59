import Foundation
import StubKit
import Testing

@testable import StubKitContracts

@Suite struct SchemaExampleTests {
  private static let examples: [(String, String)] = [
    ("{}", #""string""#), ("true", #""string""#), (#"{"type": "null"}"#, "null"),
    (#"{"type": "boolean"}"#, "false"), (#"{"type": ["null", "object"]}"#, "{}"),
    (#"{"type": "integer"}"#, "0"), (#"{"type": "integer", "minimum": 2.5}"#, "3"),
    (#"{"type": "integer", "minimum": 1, "maximum": 1.7976931348623157e+308}"#, "1"),
    (#"{"exclusiveMinimum": 3}"#, "4"), (#"{"maximum": -1.5}"#, "-2"),
    (#"{"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}"#, "0.5"),
    (#"{"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.1}"#, "1"),
    (#"{"type": "integer", "multipleOf": 0.75, "minimum": 1}"#, "3"),
    (#"{"allOf": [{"multipleOf": 4}, {"multipleOf": 6}, {"exclusiveMinimum": 0}]}"#, "12"),
    (#"{"type": "integer", "exclusiveMinimum": -10, "exclusiveMaximum": -1}"#, "-2"),
    (#"{"type": "integer", "minimum": -100, "maximum": -10, "multipleOf": 7}"#, "-14"),
    (#"{"type": "string", "maxLength": 3}"#, #""str""#),
    (#"{"format": "email", "maxLength": 3}"#, #""str""#),
    (#"{"format": "uuid", "pattern": "^[A-F]{4}$"}"#, #""AAAA""#),
    (#"{"format": "date", "pattern": "^2024"}"#, #""2024-01-10""#),
    (#"{"minLength": 8}"#, #""ssstring""#), (#"{"maxLength": 0}"#, #""""#),
    (#"{"pattern": "^[A-Z]{2}-\\d+$"}"#, #""AA-0""#),
    (#"{"type": "array"}"#, "[]"), (#"{"minItems": 2, "items": {"type": "null"}}"#, "[null, null]"),
    (#"{"minItems": 3, "uniqueItems": true, "items": {"type": "integer"}}"#, "[0, 1, 2]"),
    (
      #"{"minItems": 3, "uniqueItems": true, "items": {"multipleOf": 3, "minimum": 2}}"#,
      "[3, 6, 9]"
    ),
    (
      #"{"minItems": 2, "uniqueItems": true, "items": {"type": "integer", "maximum": -7}}"#,
      "[-7, -8]"
    ),
    (
      #"""
      {"minProperties": 2, "propertyNames": {"minimum": 4},
       "additionalProperties": {"type": "null"}}
      """#,
      #"{"member1": null, "member2": null}"#
    ),
    (
      #"""
      {"minItems": 2, "uniqueItems": true, "items": {"type": "object", "required": ["id"],
       "properties": {"id": {"type": "string"}}}}
      """#,
      #"[{"id": "string"}, {"id": "strin1"}]"#
    ),
    (
      #"""
      {"minItems": 3, "uniqueItems": true, "items": {"type": "object", "required": ["a", "b", "c"],
       "properties": {"a": {"const": 1}, "b": {"type": "integer"},
       "c": {"type": "object", "additionalProperties": false}}}}
      """#,
      #"[{"a": 1, "b": 0, "c": {}}, {"a": 1, "b": 1, "c": {}}, {"a": 1, "b": 2, "c": {}}]"#
    ),
    (
      #"""
      {"prefixItems": [{"type": "null"}], "items": {"type": "boolean"},
       "contains": {"const": true}, "minContains": 2, "minItems": 3}
      """#,
      "[null, true, true]"
    ),
    (
      #"{"required": ["a", "b"], "properties": {"b": {"type": "null"}, "c": {}}}"#,
      #"{"a": "string", "b": null}"#
    ),
    (
      #"""
      {"minProperties": 2, "properties": {"a": {"type": "null"}},
       "additionalProperties": {"type": "integer"}}
      """#,
      #"{"a": null, "member1": 0}"#
    ),
    (
      #"""
      {"minProperties": 1, "propertyNames": {"pattern": "^x-"},
       "additionalProperties": {"type": "null"}}
      """#,
      #"{"x-": null}"#
    ),
    (
      #"""
      {"minProperties": 1, "patternProperties": {"^[0-9]+$": {"type": "null"}},
       "additionalProperties": false}
      """#,
      #"{"0": null}"#
    ),
    (
      #"""
      {"required": ["a"], "dependentRequired": {"a": ["b"]},
       "properties": {"a": {"type": "null"}, "b": {"type": "null"}}}
      """#,
      #"{"a": null, "b": null}"#
    ),
    (
      #"""
      {"required": ["a"], "properties": {"a": {"type": "null"}},
       "dependentSchemas": {"a": {"required": ["b"], "properties": {"b": {"type": "integer"}}}}}
      """#,
      #"{"a": null, "b": 0}"#
    ),
    (#"{"example": 7, "type": "integer"}"#, "7"),
    (#"{"example": "7", "default": 8, "type": "integer"}"#, "8"),
    (#"{"examples": ["x", 9], "type": "integer"}"#, "9"), (#"{"enum": ["b", "a"]}"#, #""b""#),
    (#"{"enum": [1, "a"], "type": "string"}"#, #""a""#),
    (#"{"const": {"a": [1]}}"#, #"{"a": [1]}"#),
    (#"{"allOf": [{"enum": [1, 2, 3]}, {"minimum": 2}, {"not": {"const": 2}}]}"#, "3"),
    (#"{"anyOf": [{"type": "string", "maxLength": 1}, {"type": "null"}]}"#, #""s""#),
    (#"{"oneOf": [{"minimum": 0}, {"type": "integer"}], "type": "number"}"#, "0.5"),
    (#"{"oneOf": [{"const": "a"}, {"const": "b"}], "not": {"const": "a"}}"#, #""b""#),
    (#"{"if": {"type": "integer"}, "then": {"minimum": 5}, "type": "integer"}"#, "5"),
    (
      #"""
      {"minItems": 3, "uniqueItems": true, "items": {"maximum": 0, "type": "integer"},
       "type": "array"}
      """#,
      "[0, -1, -2]"
    ),
    (
      #"""
      {"minItems": 4, "uniqueItems": true,
       "items": {"minimum": -2, "maximum": 1, "type": "integer"}, "type": "array"}
      """#,
      "[0, 1, -1, -2]"
    ),
    (
      #"""
      {"exclusiveMaximum": 0, "allOf": [{"multipleOf": 2}, {"multipleOf": 3}], "type": "integer"}
      """#,
      "-6"
    ),
    (
      #"""
      {"allOf": [{"required": ["a"], "properties": {"a": {"minimum": 3}}},
       {"properties": {"a": {"type": "integer", "multipleOf": 2}}}]}
      """#,
      #"{"a": 4}"#
    ),
    (
      ##"{"$ref": "#/$defs/a", "$defs": {"a": {"items": {"type": "null"}, "minItems": 1}}}"##,
      "[null]"
    ),
    (
      ##"""
      {"type": "object", "required": ["next"], "properties": {"next": {"anyOf": [{"$ref": "#"},
       {"type": "null"}]}}}
      """##,
      #"{"next": null}"#
    ),
    (
      ##"""
      {"type": "object", "required": ["all"], "properties": {"all": {"type": "array",
       "items": {"$ref": "#"}}}}
      """##,
      #"{"all": []}"#
    ),
    (
      ##"""
      {"oneOf": [{"$ref": "#/$defs/Cat"}], "discriminator": {"propertyName": "kind",
       "mapping": {"cat": "#/$defs/Cat"}}, "$defs": {"Cat": {"type": "object",
       "required": ["kind"], "properties": {"kind": {"type": "string"}}}}}
      """##,
      #"{"kind": "cat"}"#
    ),
  ]

  @Test(arguments: examples)
  func `the smallest example of a schema`(schema: String, expected: String) throws {
    let library = try SchemaLibrary(schema)
    let compiled = library.schema(at: [])
    #expect(try compiled.example() == StubJSON(parsing: Data(expected.utf8)))
    for seed in 1...12 as ClosedRange<UInt64> {
      let value = try compiled.example(seed: seed)
      #expect(compiled.problems(in: value).isEmpty)
      #expect(try compiled.example(seed: seed) == value)
    }
    #expect(throws: Never.self) { try compiled.example(includesOptional: true) }
  }

  @Test(arguments: SchemaFormat.allCases)
  func `a text of each format`(format: SchemaFormat) throws {
    let library = try SchemaLibrary(
      #"""
      {"minItems": 3, "uniqueItems": true, "items": {"format": "\#(format.rawValue)",
       "type": "string"}}
      """#,
      checksFormats: true)
    for seed in 0...5 as ClosedRange<UInt64> { _ = try library.schema(at: []).example(seed: seed) }
  }

  @Test(arguments: [
    "^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$", "^\\+?[1-9]\\d{1,14}$",
    "([^\\s]+(\\.(?i)(jpeg|pdf))$)", "^(?i:on|off)$",
    "^(foo|bar)+\\.(?<x>js|ts)$",
    "^#[[:xdigit:]]?", "\\u0041\\x42\\u{43}", "^[^a-zA-Z0-9]$", "^\\S+@\\S+$", "a{0}b{2,}",
    "^[\\w.-]+$", "^$",
    "", "^\\/v\\d+\\/", "[\\]\\-]", "^.{5}$", "^\\s\\W\\D$", "^[^\\u0000-\\u00ff]+$", "(a|)b*?c",
    "(){1000}{1000}{1000}b",
  ])
  func `texts match patterns and have the length that is asked for`(pattern: String) throws {
    let literal = StubJSON.string(pattern)
    let library = try SchemaLibrary(#"{"type": "string", "pattern": \#(literal)}"#)
    for seed in 0...10 as ClosedRange<UInt64> { _ = try library.schema(at: []).example(seed: seed) }
  }

  @Test(arguments: [
    ("email", 30, "ssssssssssssssuser@example.com"), ("uri", 24, "https://example.com/ssss"),
    ("uri-reference", 4, "/sss"), ("hostname", 14, "s.s.example.com"), ("byte", 9, "AAAAAAAAAAAA"),
  ])
  func `a text of a format is made long enough`(
    format: String, least: Int, expected: String
  ) throws {
    let library = try SchemaLibrary(
      #"{"type": "string", "format": "\#(format)", "minLength": \#(least)}"#, checksFormats: true)
    #expect(try library.schema(at: []).example() == .string(expected))
    for seed in 1...5 as ClosedRange<UInt64> { _ = try library.schema(at: []).example(seed: seed) }
  }

  @Test func `a text is made long enough`() throws {
    let library = try SchemaLibrary(
      #"{"pattern": "^[a-c]+(-[0-9]+)*$", "minLength": 12, "maxLength": 12}"#)
    #expect(try library.schema(at: []).example() == "aaaaaaaaaaaa")
  }

  @Test func `members that are optional or go the other way are left out`() throws {
    let library = try SchemaLibrary(
      """
      {"type": "object", "required": ["id", "name", "password"], "properties": {
        "id": {"type": "integer", "readOnly": true}, "name": {"type": "string", "example": "Ann"},
        "password": {"type": "string", "writeOnly": true}, "age": {"type": "integer", "minimum": 18}}}
      """)
    let schema = library.schema(at: [])
    #expect(try schema.example(direction: .response) == ["id": 0, "name": "Ann"])
    #expect(try schema.example(direction: .request) == ["name": "Ann", "password": "string"])
    #expect(
      try schema.example(includesOptional: true) == [
        "age": 18, "id": 0, "name": "Ann", "password": "string",
      ])
    let alternatives = try SchemaLibrary(
      """
      {"type": "object", "required": ["id", "password"], "oneOf": [
        {"properties": {"id": {"const": 7}, "password": {"writeOnly": true}}}, {"type": "null"}]}
      """)
    #expect(try alternatives.schema(at: []).example(direction: .response) == ["id": 7])
  }

  @Test(arguments: [
    (
      #"{"minimum": 5, "maximum": 3, "type": "integer"}"#, "#",
      "the minimum 5 is more than the maximum 3"
    ),
    (
      #"{"exclusiveMinimum": 1, "maximum": 1, "type": "number"}"#, "#",
      "no number of this type fits the limits and every multipleOf"
    ),
    (
      #"{"multipleOf": 7, "minimum": 1, "maximum": 6, "type": "integer"}"#, "#",
      "no number of this type fits the limits and every multipleOf"
    ),
    (
      #"{"minLength": 3, "maxLength": 2, "type": "string"}"#, "#",
      "at least 3 characters are needed, but at most 2 are allowed"
    ),
    (
      #"{"minItems": 3, "maxItems": 2, "type": "array"}"#, "#",
      "at least 3 elements are needed, but at most 2 are allowed"
    ),
    (
      #"{"minItems": 3, "uniqueItems": true, "items": {"type": "boolean"}, "type": "array"}"#,
      "items", "there are too few values for elements that have to differ"
    ),
    (
      #"{"required": ["a"], "properties": {"a": false}, "type": "object"}"#, "properties/a",
      "nothing is allowed there"
    ),
    (#"{"allOf": [{"type": "string"}, {"type": "null"}]}"#, "#", "its types exclude each other"),
    (
      #"{"enum": [1, 2], "minimum": 3}"#, "#",
      "none of the values that are listed fits all the rest"
    ),
    (
      #"{"pattern": "^(?=a)b", "type": "string"}"#, "#",
      "the pattern ^(?=a)b is too hard, because of a look ahead or behind"
    ),
    (
      #"{"pattern": "(a)\\1", "type": "string"}"#, "#",
      #"the pattern (a)\1 is too hard, because of \1"#
    ),
    (
      #"{"pattern": "a^b", "type": "string"}"#, "#",
      "no text was found that matches a^b and has the right length"
    ),
    (
      #"{"not": {}, "type": "null"}"#, "#",
      "null is not valid, the body: fits not, which must not fit"
    ),
    (
      #"{"minProperties": 2, "maxProperties": 1, "type": "object"}"#, "#",
      #"""
      {"member1":"string","member2":"string"} is not valid, the body: expected at most 1 member, \#
      found 2
      """#
    ),
    (
      #"""
      {"minProperties": 2, "properties": {"a": {}}, "additionalProperties": false,
       "type": "object"}
      """#,
      "#", "there are too few names for at least 2 members"
    ),
    (
      ##"{"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}"##, "#",
      "it refers to itself without an end"
    ),
  ])
  func `a schema without examples says why`(schema: String, path: String, reason: String) throws {
    let library = try SchemaLibrary(schema)
    for seed in [0, 3] as [UInt64] {
      let error = #expect(throws: SchemaExampleError.self) {
        try library.schema(at: []).example(seed: seed)
      }
      if seed == 0 {
        #expect(error == SchemaExampleError(path: path, reason: reason))
      }
    }
  }
}
