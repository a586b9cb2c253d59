import Testing

@testable import StubKitContracts

@Suite struct SchemaDialectTests {
  typealias Case = SchemaKeywordTests.Case

  @Test(arguments: [
    Case(
      #"{"type": "string", "nullable": true}"#, good: "null", #""a""#, bad: "1",
      "the body: expected a string or null, found 1 (#)"),
    Case(
      #"{"type": "string", "nullable": true, "enum": ["a"]}"#, good: #""a""#, bad: "null",
      #"the body: expected "a", found null (#)"#),
    Case(
      #"{"nullable": false, "enum": [null, 1]}"#, good: "null", bad: "2",
      "the body: expected one of null, 1, found 2 (#)"),
    Case(
      #"{"minimum": 1, "exclusiveMinimum": true, "maximum": 3, "exclusiveMaximum": false}"#,
      good: "3", "2", bad: "1", "the body: expected more than 1, found 1 (#)"),
    Case(
      #"{"minimum": 1, "maximum": 3, "exclusiveMaximum": true}"#, good: "1", bad: "3",
      "the body: expected less than 3, found 3 (#)"),
    Case(
      #"{"exclusiveMinimum": 1}"#, good: "1.1", bad: "1",
      "the body: expected more than 1, found 1 (#)"),
    Case(
      #"{"type": "string", "format": "date"}"#, good: #""2024-02-29""#, bad: #""2023-02-29""#,
      #"the body: expected a date such as 2024-01-31, found "2023-02-29" (#)"#),
    Case(
      #"{"format": "int32"}"#, good: "-2147483648", "2147483647", "1.0", bad: "2147483648",
      "the body: expected a whole number that fits into 32 bits, found 2147483648 (#)"),
    Case(
      #"{"format": "int64"}"#, good: "-9223372036854775808", "9223372036854775807",
      bad: "9223372036854775808",
      "the body: expected a whole number that fits into 64 bits, found 9223372036854775808 (#)"),
    Case(
      #"{"format": "int32", "type": "number"}"#, good: "1e3", bad: "0.5",
      "the body: expected a whole number that fits into 32 bits, found 0.5 (#)"),
    Case(
      #"{"format": "password"}"#, good: #""a""#, bad: "",
      "the body: not JSON: expected a value, found the end of the text at byte 0, line 1, column 1 (#)"
    ),
  ])
  func `OpenAPI 3_0 has keywords of its own`(_ example: Case) throws {
    try SchemaKeywordTests.check(example, dialect: .openAPI30)
  }

  @Test func `JSON Schema has neither nullable nor checks of formats, if these are not asked for`()
    throws
  {
    let json = #"{"type": "string", "nullable": true, "format": "uuid"}"#
    let schema = try SchemaLibrary(json).schema(at: [])
    #expect(schema.told("null") == ["the body: expected a string, found null (#)"])
    #expect(schema.told(#""a""#) == [])
    let strict = try SchemaLibrary(json, checksFormats: true).schema(at: [])
    #expect(strict.told(#""a""#) == [#"the body: expected a UUID, found "a" (#)"#])
    let loose = try SchemaLibrary(json, dialect: .openAPI30, checksFormats: false).schema(at: [])
    #expect(loose.told(#""a""#) == [])
  }

  @Test(
    arguments: [
      (SchemaDirection.request, #"{"name": "a", "secret": "b"}"#, []),
      (
        .request, #"{"id": 1, "name": "a", "secret": "b"}"#,
        ["id: read-only, and must not be sent in a request ($defs/Id)"]
      ),
      (.request, #"{"name": "a"}"#, ["secret: missing, and required (#/required)"]),
      (.response, #"{"id": 1, "name": "a"}"#, []),
      (
        .response, #"{"id": 1, "name": "a", "secret": "b"}"#,
        ["secret: write-only, and must not be sent in a response (properties/secret)"]
      ),
      (.response, #"{"name": "a"}"#, ["id: missing, and required (#/required)"]),
      (nil, #"{"id": 1, "name": "a", "secret": "b"}"#, []),
      (nil, #"{"name": "a", "secret": "b"}"#, ["id: missing, and required (#/required)"]),
    ] as [(SchemaDirection?, String, [String])])
  func `members go one way only if they are readOnly or writeOnly`(
    direction: SchemaDirection?, body: String, problems: [String]
  ) throws {
    let library = try SchemaLibrary(
      """
      {"required": ["id", "name", "secret"], "properties": {
        "id": {"$ref": "#/$defs/Id"}, "name": {"type": "string"},
        "secret": {"type": "string", "writeOnly": true}},
       "$defs": {"Id": {"type": "integer", "readOnly": true}}}
      """)
    #expect(library.schema(at: []).told(body, direction: direction) == problems)
  }

  @Test func `a member is excused by any schema that belongs to the object`() throws {
    let library = try SchemaLibrary(
      """
      {"items": {"allOf": [
        {"required": ["id"]}, {"properties": {"id": {"allOf": [{"readOnly": true}]}}}]}}
      """)
    let schema = library.schema(at: [])
    #expect(schema.told("[{}]", direction: .request) == [])
    #expect(
      schema.told("[{}]", direction: .response) == [
        "[0].id: missing, and required (items/allOf/0/required)"
      ])
  }

  @Test(arguments: [
    (
      #"{"oneOf": [{"properties": {"id": {"readOnly": true}}}, {"type": "null"}], "required": ["id"]}"#,
      "{}"
    ),
    (
      ##"""
      {"oneOf": [{"$ref": "#/$defs/Dog"}, {"type": "null"}], "$defs": {
        "Dog": {"allOf": [{"$ref": "#/$defs/Pet"}, {"required": ["id"]}]},
        "Pet": {"properties": {"id": {"readOnly": true}}}}}
      """##, "{}"
    ),
    (
      #"{"if": true, "then": {"anyOf": [{"required": ["id"]}]}, "properties": {"id": {"readOnly": true}}}"#,
      "{}"
    ),
    (
      #"""
      {"dependentSchemas": {"name": {"required": ["id"]}}, "properties": {"id": {"readOnly": true}}}
      """#, #"{"name": "Rex"}"#
    ),
    // The first alternative does not excuse what the second one requires.
    (
      #"{"oneOf": [{"properties": {"id": {"readOnly": true}}}, {"required": ["id"]}]}"#, "{}"
    ),
    (#"{"not": {"required": ["id"]}, "properties": {"id": {"readOnly": true}}}"#, "{}"),
    (
      #"""
      {"if": {"required": ["id"]}, "then": {"required": ["name"]},
       "properties": {"id": {"readOnly": true}}}
      """#, "{}"
    ),
  ])
  func `a member is excused by the branches that apply, and only where it has to be there`(
    schema: String, body: String
  ) throws {
    #expect(try SchemaLibrary(schema).schema(at: []).told(body, direction: .request) == [])
  }

  @Test(arguments: [
    (
      #"{"contains": {"required": ["id"]}, "properties": {"id": {"readOnly": true}}}"#, "[{}]"
    ),
    (
      #"""
      {"allOf": [{"properties": {"owner": {"required": ["id"]}}}],
       "properties": {"id": {"readOnly": true}}}
      """#, #"{"owner": {}}"#
    ),
  ])
  func `a member is not excused by a schema for another object`(
    schema: String, body: String
  ) throws {
    #expect(try SchemaLibrary(schema).schema(at: []).told(body, direction: .request).count == 1)
  }

  @Test func `a member of an heir is excused by its parent`() throws {
    let library = try SchemaLibrary(
      ##"""
      {"components": {"schemas": {
        "Pet": {"discriminator": {"propertyName": "kind"}, "properties": {"id": {"readOnly": true}}},
        "Dog": {"allOf": [{"$ref": "#/components/schemas/Pet"}, {"required": ["id"]}]}}},
       "items": {"$ref": "#/components/schemas/Pet"}}
      """##, dialect: .openAPI30)
    #expect(library.schema(at: []).told(#"[{"kind": "Dog"}]"#, direction: .request) == [])
  }
}
