import StubKit
import Testing

@testable import StubKitContracts

@Suite struct SchemaBranchTests {
  typealias Case = SchemaKeywordTests.Case

  @Test func `a discriminator names an heir, and what it adds`() throws {
    let library = try SchemaLibrary(
      ##"""
      {"components": {"schemas": {
        "Pet": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}},
          "discriminator": {"propertyName": "kind", "mapping": {"kitty": "Kitten"}}},
        "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"},
          {"required": ["skill"], "properties": {"skill": {"type": "string"},
            "friend": {"$ref": "#/components/schemas/Pet"}}}]},
        "Dog": {"allOf": [{"$ref": "#/components/schemas/Pet"}, {"required": ["size"]}]},
        "Kitten": {"allOf": [{"$ref": "#/components/schemas/Cat"}, {"required": ["age"]}]}}},
       "items": {"$ref": "#/components/schemas/Pet"}}
      """##, dialect: .openAPI30)
    let schema = library.schema(at: [])
    #expect(
      schema.told(
        #"""
        [{"kind": "Cat", "skill": "x"}, {"kind": "Dog", "size": 1}, {"kind": "Pet"}, {"kind": "fish"},
         {"kind": "kitty", "skill": "x", "age": 1}]
        """#) == [])
    #expect(
      schema.told(#"[{"kind": "Cat"}]"#).first?.hasPrefix("[0].skill: missing, and required")
        == true)
    #expect(
      schema.told(#"[{"kind": "kitty", "skill": ""}]"#).first?.hasPrefix("[0].age: missing") == true
    )
    #expect(schema.told(#"[{"kind": "Cat", "skill": "", "friend": {"kind": "Dog"}}]"#).count == 1)
    #expect(library.mistakes == [])
    let pet = library.schema(at: ["items"])
    for seed in 0...5 as ClosedRange<UInt64> {
      let example = try pet.example(seed: seed)
      #expect(pet.problems(in: example).isEmpty, "\(example)")
    }
  }

  /// In 3.0 the one way to say more beside a reference, in 3.1 the way to allow null, and others.
  @Test(arguments: [
    ##"{"description": "d", "allOf": [{"$ref": "#/components/schemas/Pet"}]}"##,
    ##"{"anyOf": [{"$ref": "#/components/schemas/Pet"}, {"type": "null"}]}"##,
    ##"{"oneOf": [{"$ref": "#/components/schemas/Pet"}, {"type": "string"}]}"##,
    ##"{"deprecated": true, "$ref": "#/components/schemas/Pet"}"##,
  ])
  func `a discriminator names an heir, also if a schema only wraps its parent`(wrapper: String)
    throws
  {
    let library = try SchemaLibrary(
      ##"""
      {"components": {"schemas": {
        "Pet": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}},
          "discriminator": {"propertyName": "kind"}},
        "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"},
          {"required": ["skill"], "properties": {"friend": \##(wrapper)}}]}}},
       "properties": {"pet": \##(wrapper)}}
      """##, dialect: .draft202012)
    let schema = library.schema(at: [])
    #expect(
      schema.told(
        #"{"pet": {"kind": "Cat", "skill": 1, "friend": {"kind": "Cat", "skill": 2}}}"#) == [])
    #expect(schema.told(#"{"pet": {"kind": "Pet", "skill": 1}}"#) == [])
    #expect(
      schema.told(#"{"pet": {"kind": "Cat"}}"#) == [
        "pet.skill: missing, and required (components/schemas/Cat/allOf/1/required)"
      ])
    #expect(
      schema.told(#"{"pet": {"kind": "Cat", "skill": 1, "friend": {"kind": "Cat"}}}"#) == [
        "pet.friend.skill: missing, and required (components/schemas/Cat/allOf/1/required)"
      ])
    #expect(library.mistakes == [])
  }

  @Test func `a component that only wraps a parent or an heir is no kind of its own`() throws {
    let library = try SchemaLibrary(
      ##"""
      {"components": {"schemas": {
        "Pet": {"type": "object", "required": ["kind"], "discriminator": {"propertyName": "kind"}},
        "Cat": {"allOf": [{"$ref": "#/components/schemas/Noted"}, {"required": ["skill"]}]},
        "Noted": {"description": "d", "allOf": [{"$ref": "#/components/schemas/Pet"}]},
        "Tom": {"nullable": true, "allOf": [{"$ref": "#/components/schemas/Cat"}]}}},
       "items": {"$ref": "#/components/schemas/Pet"},
       "properties": {"pet": {"$ref": "#/components/schemas/Noted"}}}
      """##, dialect: .openAPI30)
    let schema = library.schema(at: [])
    #expect(schema.told(#"{"pet": {"kind": "Noted"}}"#) == [])
    #expect(schema.told(#"{"pet": {"kind": "Cat", "skill": 1}}"#) == [])
    let missing = "skill: missing, and required (components/schemas/Cat/allOf/1/required)"
    #expect(schema.told(#"{"pet": {"kind": "Cat"}}"#) == ["pet.\(missing)"])
    #expect(schema.told(#"{"pet": {"kind": "Tom"}}"#) == ["pet.\(missing)"])
    #expect(schema.told(#"[{"kind": "Tom"}]"#) == ["[0].\(missing)"])
    #expect(schema.told(#"[{"kind": "Noted"}, {"kind": "fish"}]"#) == [])
    #expect(library.mistakes == [])
  }

  @Test func `a schema that adds to a parent is no heir that its discriminator names`() throws {
    let schema = try SchemaLibrary(
      ##"""
      {"components": {"schemas": {
        "Pet": {"type": "object", "discriminator": {"propertyName": "kind"}},
        "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"}], "properties": {"kind": true},
          "additionalProperties": false}}},
       "allOf": [{"$ref": "#/components/schemas/Pet"}, {"required": ["date"]}]}
      """##
    ).schema(at: [])
    #expect(schema.told(#"{"kind": "Cat", "date": 1}"#) == [])
  }

  @Test func `a discriminator names an heir by its mapping alone`() throws {
    let library = try SchemaLibrary(
      ##"""
      {"$defs": {
        "Pet": {"required": ["kind"],
          "discriminator": {"propertyName": "kind", "mapping": {"cat": "#/$defs/Cat"}}},
        "Cat": {"allOf": [{"$ref": "#/$defs/Pet"}, {"required": ["skill"]}]}},
       "items": {"$ref": "#/$defs/Pet"}}
      """##)
    let schema = library.schema(at: [])
    #expect(schema.told(#"[{"kind": "cat", "skill": 1}, {"kind": "cow"}]"#) == [])
    #expect(
      schema.told(#"[{"kind": "cat"}]"#) == [
        "[0].skill: missing, and required ($defs/Cat/allOf/1/required)"
      ])
    #expect(library.mistakes == [])
  }

  @Test func `a tree of many kinds is told by its labels, wherever they stand`() throws {
    let kinds = (0..<10).map { kind in
      """
      {"type": "object", "required": ["type"], "properties": {"type": {"const": "n\(kind)"},
       "children": {"type": "array", "items": {"$ref": "#"}}}}
      """
    }
    let schema = try SchemaLibrary("{\"oneOf\": [\(kinds.joined(separator: ","))]}").schema(at: [])
    func tree(_ levels: Int) -> String {
      let children = levels == 0 ? [] : Array(repeating: tree(levels - 1), count: 3)
      return #"{"children": [\#(children.joined(separator: ","))], "type": "n9"}"#
    }
    #expect(schema.told(tree(4)) == [])
  }

  @Test(arguments: [
    Case(
      #"{"allOf": [{"type": "number"}, {"minimum": 2}]}"#, good: "3", bad: "1",
      "the body: expected at least 2, found 1 (allOf/1)"),
    Case(
      #"{"anyOf": [{"type": "string"}, {"type": "array"}, {"type": "string", "maxLength": 1}]}"#,
      good: #""abc""#, "[]", bad: "7", "the body: expected a string or a list, found 7 (#)"),
    Case(
      #"{"anyOf": [{"const": "a"}, {"enum": ["b", "c"]}, {"type": "null"}]}"#, good: #""c""#,
      "null",
      bad: #""d""#, #"the body: expected "a", "b", "c" or null, found "d" (#)"#),
    Case(
      #"{"anyOf": [{"type": "string", "maxLength": 2}, {"type": "number", "minimum": 5}]}"#,
      good: "5", bad: "4", "the body: expected at least 5, found 4 (anyOf/1)"),
    Case(
      #"{"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}"#, good: #"{"a": 1}"#,
      bad: #"{"a": 1, "b": 1}"#,
      "the body: fits 2 alternatives, of which only one may fit: oneOf/0 and oneOf/1 (#)"),
    Case(
      #"""
      {"oneOf": [{"properties": {"kind": {"const": "cat"}, "lives": {"type": "integer"}},
       "required": ["kind", "lives"]}, {"properties": {"kind": {"const": "dog"},
       "tail": {"type": "string"}}, "required": ["kind", "tail"]}]}
      """#,
      good: #"{"kind": "cat", "lives": 9}"#, bad: #"{"kind": "dog", "lives": 9, "tail": 1}"#,
      "tail: expected a string, found 1 (oneOf/1/properties/tail)"),
    Case(
      #"""
      {"anyOf": [{"anyOf": [{"type": "null"}, {"type": "object", "required": ["a"]}]},
       {"type": "string"}]}
      """#,
      good: "null", bad: "{}", "a: missing, and required (anyOf/0/anyOf/1/required)"),
    Case(
      #"{"not": {"type": "string"}}"#, good: "1", bad: #""a""#,
      #"the body: expected anything but a string, found "a" (#)"#),
    Case(
      #"{"not": {"enum": [1, 2]}}"#, good: "3", bad: "2",
      "the body: expected anything but 1 or 2, found 2 (#)"),
    Case(
      #"{"not": {"required": ["a", "b"]}}"#, good: #"{"a": 1}"#, bad: #"{"a": 1, "b": 2}"#,
      "the body: fits not, which must not fit (#)"),
    Case(
      #"{"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"minimum": 1}}"#,
      good: #""a""#, "1", bad: "0", "the body: expected at least 1, found 0 (else)"),
    Case(
      #"{"if": {"type": "string"}, "then": {"minLength": 1}}"#, good: "0", bad: #""""#,
      "the body: expected at least 1 character, found 0 (then)"),
    Case(
      #"{"if": true, "else": false}"#, good: "0", bad: "[",
      "the body: not JSON: expected a value, found the end of the text at byte 1, line 1, column 2 (#)"
    ),
  ])
  func `branches let values through or explain the nearest alternative`(_ example: Case) throws {
    try SchemaKeywordTests.check(example)
  }

  private static let pets = """
    {"components": {"schemas": {
      "Pet": {
        "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
        "discriminator": {"propertyName": "kind", "mapping": {"hound": "Dog", "cur": "#/components/schemas/Dog"}}
      },
      "Cat": {"type": "object", "required": ["kind", "lives"], "properties": {"lives": {"type": "integer"}}},
      "Dog": {"type": "object", "required": ["kind", "tail"]}
    }}}
    """

  @Test(
    arguments: [
      (#"{"kind": "Cat", "lives": 9}"#, []),
      (#"{"kind": "hound", "tail": 9}"#, []),
      (#"{"kind": "Dog", "tail": 9}"#, []),
      (
        #"{"kind": "Cat", "tail": 9}"#,
        ["lives: missing, and required (components/schemas/Cat/required)"]
      ),
      (
        #"{"kind": "cur", "lives": 9}"#,
        ["tail: missing, and required (components/schemas/Dog/required)"]
      ),
      (
        #"{"kind": "cow", "lives": 9}"#,
        [#"kind: expected one of "Cat", "cur", "hound", found "cow" (components/schemas/Pet)"#]
      ),
      (
        #"{"kind": 7}"#,
        [#"kind: expected one of "Cat", "cur", "hound", found 7 (components/schemas/Pet)"#]
      ),
      (
        "{}",
        [#"kind: missing, and required: one of "Cat", "cur", "hound" (components/schemas/Pet)"#]
      ),
      ("7", ["the body: expected an object, found 7 (components/schemas/Pet)"]),
    ] as [(String, [String])])
  func `a discriminator chooses the alternative that is explained`(
    body: String, problems: [String]
  ) throws {
    for dialect in [SchemaDialect.openAPI30, .draft202012] {
      let library = try SchemaLibrary(Self.pets, dialect: dialect)
      let schema = library.schema(at: ["components", "schemas", "Pet"])
      #expect(schema.told(body) == problems)
      #expect(library.mistakes == [])
    }
  }

  @Test func `a discriminator maps to an alternative that has heirs`() throws {
    let library = try SchemaLibrary(
      ##"""
      {"components": {"schemas": {
        "Pet": {
          "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
          "discriminator": {"propertyName": "kind", "mapping": {"cat": "Cat", "dog": "Dog"}}
        },
        "Cat": {"required": ["lives"], "discriminator": {"propertyName": "breed"}},
        "Lion": {"allOf": [{"$ref": "#/components/schemas/Cat"}]},
        "Dog": {"required": ["tail"]}
      }}}
      """##, dialect: .openAPI30)
    let schema = library.schema(at: ["components", "schemas", "Pet"])
    #expect(
      schema.told(#"{"kind": "cat", "tail": 1}"#) == [
        "lives: missing, and required (components/schemas/Cat/required)"
      ])
    #expect(library.mistakes == [])
  }

  @Test func `an alternative without a name is tried if the discriminator's value is unknown`()
    throws
  {
    let library = try SchemaLibrary(
      """
      {"$defs": {"Cat": {"required": ["lives"]}},
       "anyOf": [{"$ref": "#/$defs/Cat"}, {"properties": {"kind": {"const": "cow"}}}],
       "discriminator": {"propertyName": "kind"}}
      """)
    let schema = library.schema(at: [])
    #expect(schema.told(#"{"kind": "cow"}"#) == [])
    #expect(
      schema.told(#"{"kind": "Cat"}"#) == ["lives: missing, and required ($defs/Cat/required)"])
  }

  @Test func `alternatives may say their values by way of other schemas`() throws {
    let library = try SchemaLibrary(
      """
      {"$defs": {
        "Cat": {"allOf": [{"properties": {"kind": {"$ref": "#/$defs/CatKind"}}}]},
        "CatKind": {"enum": ["cat"]},
        "Dog": {"$ref": "#/$defs/AnyDog", "required": ["tail"]},
        "AnyDog": {"properties": {"kind": {"const": "dog"}}}},
       "oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}],
       "discriminator": {"propertyName": "kind"}}
      """)
    let schema = library.schema(at: [])
    for right in [#"{"kind": "cat"}"#, #"{"kind": "dog", "tail": 1}"#] {
      #expect(schema.told(right) == [])
    }
    for wrong in [#"{"kind": "dog"}"#, #"{"kind": "cow"}"#] {
      #expect(schema.told(wrong).count == 1)
    }
  }

  @Test func `problems are counted beyond those that are told, and told once`() throws {
    let library = try SchemaLibrary(
      #"{"allOf": [{"items": {"type": "string"}}, {"items": {"type": "string"}}]}"#)
    let problems = library.schema(at: []).problems(in: ["a", 1, 2, 3, 4], limit: 3)
    #expect(problems.first.map(\.place) == ["[1]", "[2]", "[3]"])
    #expect(problems.first.map(\.schema) == Array(repeating: "allOf/0/items", count: 3))
    #expect(problems.count == 4)
    #expect(library.schema(at: []).problems(in: ["a", 1], limit: 3).count == 1)
  }

  @Test func `long values are shortened`() throws {
    let library = try SchemaLibrary(#"{"items": {"type": "null"}}"#)
    let schema = library.schema(at: [])
    let text = String(repeating: "x", count: 100)
    #expect(
      schema.told(#"["\#(text)", [], {}, 1\#(String(repeating: "0", count: 60))]"#) == [
        "[0]: expected null, found \"\(text.prefix(60))…\" (items)",
        "[1]: expected null, found an empty list (items)",
        "[2]: expected null, found an empty object (items)",
        "[3]: expected null, found 1\(String(repeating: "0", count: 39))… (items)",
      ])
  }
}
