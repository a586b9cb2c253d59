import Testing

@testable import StubKitContracts

@Suite struct SchemaMistakeTests {
  @Test(
    arguments: [
      (
        #"{"minLength": "3"}"#,
        [#"#: minLength must be a whole number of at least 0, found "3""#]
      ),
      (
        #"{"requried": ["a"], "additionalproperties": false, "properites": {}, "x-type": 1}"#,
        [
          #"#: "additionalproperties" is no keyword; did you mean "additionalProperties"?"#,
          #"#: "properites" is no keyword; did you mean "properties"?"#,
          #"#: "requried" is no keyword; did you mean "required"?"#,
        ]
      ),
      (#"{"cost": 1, "propertyOrder": 2, "unit": "kg", "maximumAge": 3}"#, []),
      (#"{"maxItems": -1}"#, ["#: maxItems must be a whole number of at least 0, found -1"]),
      (#"{"minimum": "0"}"#, [#"#: minimum must be a number, found "0""#]),
      (#"{"multipleOf": 0}"#, ["#: multipleOf must be a number greater than 0, found 0"]),
      (#"{"exclusiveMinimum": true}"#, ["#: exclusiveMinimum must be a number, found true"]),
      (#"{"uniqueItems": 1}"#, ["#: uniqueItems must be true or false, found 1"]),
      (#"{"required": "a"}"#, [#"#: required must be a list of strings, found "a""#]),
      (#"{"required": [1]}"#, ["#: required must be a list of strings, found [1]"]),
      (
        #"{"type": "strng"}"#,
        [
          #"#: type must be one of "string", "number", "integer", "boolean", "object", "array", "#
            + #""null", or a list of these, found "strng""#
        ]
      ),
      (#"{"enum": "a"}"#, [#"#: enum must be a list, found "a""#]),
      (
        #"{"pattern": "["}"#,
        [#"#: pattern has "[", which is not a valid regular expression"#]
      ),
      (
        #"{"patternProperties": {"(": {}}}"#,
        [#"#: patternProperties has "(", which is not a valid regular expression"#]
      ),
      (#"{"items": [{}]}"#, ["#: items must be a schema, found [{}]"]),
      (#"{"allOf": []}"#, ["#: allOf must be a list of schemas, found []"]),
      (#"{"anyOf": [1]}"#, ["#: anyOf must be a list of schemas, found [1]"]),
      (
        #"{"properties": {"a": 1}}"#,
        [#"#: properties must be an object of schemas, found {"a":1}"#]
      ),
      (
        #"{"dependentRequired": {"a": "b"}}"#,
        ["#: dependentRequired must be an object of lists of strings"]
      ),
      (
        #"{"properties": {"a": {"format": 1}}}"#, ["properties/a: format must be a string, found 1"]
      ),
      (
        ##"{"properties": {"nme": {}, "a": {"$ref": "#/properties/name"}}}"##,
        [
          ##"properties/a: $ref "#/properties/name" leads nowhere: properties has no "name"; did you mean "nme"?"##
        ]
      ),
      (
        ##"{"items": {"$ref": "#name"}}"##,
        [##"items: $ref "#name" leads nowhere: there is no anchor "name""##]
      ),
      (
        ##"{"items": {"$ref": "#/type"}, "type": "array"}"##,
        [##"items: $ref "#/type" leads to "array", which is not a schema"##]
      ),
      (
        #"{"items": {"$ref": "none.json"}}"#,
        [#"items: $ref "none.json" cannot be read: there is no such file"#]
      ),
      (
        #"{"items": {"$ref": 1}}"#, ["items: $ref must be a string, found 1"]
      ),
      (
        #"{"oneOf": [{}], "discriminator": "kind"}"#,
        ["#: discriminator must have a propertyName that is a string"]
      ),
      (
        ##"""
        {"oneOf": [{}], "discriminator": {"propertyName": "kind", "mapping": {"a": "#/$defs/a",
         "b": 1}}, "$defs": {"a": {}}}
        """##,
        [
          ##"#: discriminator maps "a" to $defs/a, which is none of the alternatives"##,
          ##"#: discriminator maps "b" to 1"##,
        ]
      ),
      ("[]", ["#: is [], which is not a schema"]),
    ] as [(String, [String])])
  func `a keyword that cannot be meant is told and left out`(
    schema: String, mistakes: [String]
  ) throws {
    let library = try SchemaLibrary(schema)
    let compiled = library.schema(at: [])
    #expect(library.mistakes.map(\.description) == mistakes)
    for body in ["null", "1", #""a""#, "{}"] where !schema.contains("array") {
      #expect(compiled.told(body) == [])
    }
  }

  @Test func `what stands beside a mistake is still checked`() throws {
    let library = try SchemaLibrary(#"{"minLength": "3", "maxLength": 5, "pattern": "("}"#)
    #expect(
      library.schema(at: []).told(#""abcdef""#) == [
        "the body: expected at most 5 characters, found 6 (#)"
      ])
    #expect(library.mistakes.count == 2)
  }

  @Test func `a path without a schema is a mistake`() throws {
    let library = try SchemaLibrary(#"{"components": {"schemas": {"User": {}}}}"#)
    let schema = library.schema(at: ["components", "schemas", "Usr"])
    #expect(schema.told("1") == [])
    #expect(
      library.mistakes.map(\.description) == [
        "#: the path components/schemas/Usr leads nowhere: components/schemas has no \"Usr\"; "
          + "did you mean \"User\"?"
      ])
  }

  @Test func `a mistake is told once, however often its schema is used`() throws {
    let library = try SchemaLibrary(
      ##"""
      {"$defs": {"a": {"minimum": ""}}, "prefixItems": [{"$ref": "#/$defs/a"},
       {"$ref": "#/$defs/a"}]}
      """##
    )
    _ = library.schema(at: [])
    _ = library.schema(at: ["$defs", "a"])
    #expect(
      library.mistakes.map(\.description) == [#"$defs/a: minimum must be a number, found """#])
  }

  @Test func `OpenAPI 3_0 has no keywords that are near to its own`() throws {
    let library = try SchemaLibrary(#"{"tpye": "string", "item": {}}"#, dialect: .openAPI30)
    _ = library.schema(at: [])
    #expect(
      library.mistakes.map(\.sentence) == [
        #""item" is no keyword; did you mean "items"?"#,
        #""tpye" is no keyword; did you mean "type"?"#,
      ])
  }
}
