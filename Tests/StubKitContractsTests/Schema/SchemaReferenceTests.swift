import Foundation
import StubKit
import Testing

@testable import StubKitContracts

@Suite struct SchemaReferenceTests {
  @Test(arguments: [
    (##"{"$ref": "#/$defs/a~1b%25~0"}"##, "$defs/a~1b%~0"),
    (##"{"$ref": "#name"}"##, "$defs/anchored"),
    (##"{"$ref": "#usual"}"##, "$defs/default/properties/enum"),
    (##"{"$ref": "#/$defs/list/anyOf/0"}"##, "$defs/list/anyOf/0"),
    (#"{"$ref": "https://example.com/inner"}"#, "$defs/inner"),
    (##"{"$ref": "https://example.com/inner#/$defs/deep"}"##, "$defs/inner/$defs/deep"),
    (##"{"$ref": "https://example.com/inner#deepest"}"##, "$defs/inner/$defs/deep/not"),
    (#"{"$ref": "common.json"}"#, "common.json#"),
    (##"{"$ref": "./sub/../common.json#/$defs/Name"}"##, "common.json#/$defs/Name"),
    (##"{"$ref": "common.json#there"}"##, "common.json#/$defs/there"),
    (##"{"$ref": "common.json#/$defs/back"}"##, "$defs/anchored"),
    (##"{"$ref": "api.json#/$defs/anchored"}"##, "$defs/anchored"),
    (##"{"$ref": "#/$defs/chain"}"##, "$defs/anchored"),
    (##"{"$ref": "#/$defs/relative/properties/a"}"##, "$defs/inner/$defs/deep"),
  ])
  func `a reference leads to a schema in any form`(reference: String, path: String) throws {
    let library = try SchemaLibrary(
      """
      {"$defs": {
        "a/b%~": {"type": "null"},
        "anchored": {"$anchor": "name", "type": "null"},
        "default": {"properties": {"enum": {"$anchor": "usual", "type": "null"}}},
        "list": {"anyOf": [{"type": "null"}]},
        "chain": {"$ref": "#/$defs/link"},
        "link": {"$ref": "#name", "description": "Nothing more."},
        "inner": {"$id": "https://example.com/inner", "type": "null", "$defs": {
          "deep": {"type": "null", "not": {"$anchor": "deepest", "type": "null"}}}},
        "relative": {"$id": "https://example.com/dir/relative", "properties": {
          "a": {"$ref": "../inner#/$defs/deep"}}},
        "data": {"enum": [{"$anchor": "name", "$id": "https://example.com/inner"}]}
      }, "properties": {"a": \(reference)}}
      """,
      files: [
        "common.json": """
        {"type": "null", "$defs": {
          "Name": {"type": "null"}, "there": {"$anchor": "there", "type": "null"},
          "back": {"$ref": "api.json#name"}}}
        """
      ])
    let schema = library.schema(at: [])
    #expect(schema.told(#"{"a": 1}"#) == ["a: expected null, found 1 (\(path))"])
    #expect(library.mistakes == [])
    #expect(library.schema(at: ["properties", "a"]).path == path)
  }

  @Test func `an anchor may stand in a response that is called default`() throws {
    let api = try OpenAPI(
      Data(
        ##"""
        openapi: 3.1.0
        paths:
          /a:
            get:
              responses:
                default: { content: { application/json: { schema: { $anchor: fault, type: "null" } } } }
                "200": { content: { application/json: { schema: { $ref: "#fault" } } } }
        """##.utf8))
    let schema = try #require(
      api.contract.operations.first?.responses["200"]?.content.first?.schema)
    #expect(api.contract.schema(at: schema).told("1").count == 1)
    #expect(api.contract.schemaMistakes == [])
  }

  @Test func `what stands beside a reference counts, but not in OpenAPI 3.0`() throws {
    let json =
      ##"{"$defs": {"a": {"type": "string"}}, "items": {"$ref": "#/$defs/a", "maxLength": 1}}"##
    let new = try SchemaLibrary(json).schema(at: [])
    #expect(
      new.told(#"["ab", 1]"#) == [
        "[0]: expected at most 1 character, found 2 (items)",
        "[1]: expected a string, found 1 ($defs/a)",
      ])
    let old = try SchemaLibrary(json, dialect: .openAPI30).schema(at: [])
    #expect(old.told(#"["ab", 1]"#) == ["[1]: expected a string, found 1 ($defs/a)"])
  }

  @Test func `schemas may refer to themselves by way of the values inside`() throws {
    let library = try SchemaLibrary(
      ##"""
      {"type": "object", "properties": {"next": {"$ref": "#"}, "all": {"items": {"$ref": "#"}}}}
      """##
    )
    let schema = library.schema(at: [])
    #expect(schema.told(#"{"next": {"next": {}, "all": [{}, {"all": []}]}}"#) == [])
    #expect(
      schema.told(#"{"next": {"all": [{}, {"next": 1}]}}"#) == [
        "next.all[1].next: expected an object, found 1 (#)"
      ])
    #expect(library.mistakes == [])
  }

  @Test func `schemas that refer to themselves go when their library goes`() throws {
    weak var node: SchemaNode?
    do {
      let library = try SchemaLibrary(##"{"items": {"$ref": "#"}}"##)
      let schema = library.schema(at: [])
      node = schema.node
      #expect(schema.told("[[]]") == [])
    }
    #expect(node == nil)
  }

  @Test func `another document is loaded once, and only if it is needed`() throws {
    let loads = Locked<[String]>([])
    let library = SchemaLibrary(
      [
        "a": ["$ref": "b.json#/x"], "b": ["properties": ["p": ["$ref": "b.json#/y"]]],
        "c": ["$ref": "c.json"],
      ], at: URL(fileURLWithPath: "/contracts/api.json"), dialect: .openAPI30
    ) { url in
      loads.withLock { $0.append(url.path) }
      return ["x": ["type": "string"], "y": ["$ref": "api.json#/a"]]
    }
    #expect(
      library.schema(at: ["a"]).told("1") == ["the body: expected a string, found 1 (b.json#/x)"])
    #expect(library.schema(at: ["b"]).told(#"{"p": "x"}"#) == [])
    #expect(loads.withLock { $0 } == ["/contracts/b.json"])
  }

  @Test func `a dynamic reference leads to the outermost schema with the anchor`() throws {
    let library = try SchemaLibrary(
      """
      {"$id": "https://example.com/strict", "$dynamicAnchor": "node",
       "$ref": "tree", "unevaluatedProperties": false,
       "$defs": {"tree": {"$id": "https://example.com/tree", "$dynamicAnchor": "node",
         "type": "object", "properties": {
           "data": true, "children": {"items": {"$dynamicRef": "#node"}}}}}}
      """)
    let strict = library.schema(at: [])
    let body = #"{"children": [{"daat": 1}]}"#
    #expect(
      strict.told(body) == [
        "children[0].daat: unexpected; no part of the schema describes it (unevaluatedProperties)"
      ])
    #expect(library.schema(at: ["$defs", "tree"]).told(body) == [])
    #expect(strict.told(#"{"children": [{"data": 1, "children": [{}]}]}"#) == [])
    #expect(library.mistakes == [])
  }

  @Test(arguments: [
    (##"{"$ref": "#"}"##, ##"#: $ref "#" leads back to itself"##),
    (
      ##"{"allOf": [{"$ref": "#"}]}"##,
      "#: applies to its own value without end, by way of its references or branches"
    ),
    (
      ##"{"anyOf": [{"type": "null"}, {"not": {"$ref": "#"}}]}"##,
      "#: applies to its own value without end, by way of its references or branches"
    ),
    (
      ##"""
      {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}
      """##,
      ##"$defs/a: $ref "#/$defs/b" leads back to itself"##
    ),
    (
      ##"""
      {"properties": {"a": {"$ref": "#/$defs/a"}}, "allOf": [{"$ref": "#/$defs/a"}],
       "$defs": {"a": {"allOf": [{"$ref": "#"}]}}}
      """##,
      "#: applies to its own value without end, by way of its references or branches"
    ),
  ])
  func `a circle that no value ends is a mistake and not followed`(
    schema: String, mistake: String
  ) throws {
    let library = try SchemaLibrary(schema)
    _ = library.schema(at: []).told("{}")
    #expect(library.mistakes.map(\.description) == [mistake])
  }
}
