import Foundation
import StubKit
import Testing

@testable import StubKitContracts

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Values of parameters and forms, read as their styles and schemas say.
@Suite struct ParameterStyleTests {
  /// A parameter, or the schema of a form, in YAML.
  struct Case: CustomTestStringConvertible {
    let parameter: String
    let right: [String]
    /// What is wrong, with the place that is told first.
    let wrong: [(String, told: String)]

    init(_ parameter: String, right: String..., wrong: (String, told: String)...) {
      (self.parameter, self.right, self.wrong) = (parameter, right, wrong)
    }

    var testDescription: String { parameter }
  }

  static let queries = [
    Case(
      "schema: { oneOf: [{ type: integer, maximum: 9 }, { type: string, minLength: 3 }] }",
      right: "a=5", "a=five", "a=%22%22%22",
      wrong: ("a=55", told: "query a: expected at least 3 characters, found 2")),
    Case(
      "schema: { type: object, additionalProperties: { type: integer } }", right: "x=1&y=2",
      wrong: ("x=1&y=two", told: "query a.y: expected a whole number, found \"two\"")),
    Case(
      "schema: { type: object, patternProperties: { ^n: { type: integer } }, additionalProperties: false }",
      right: "n1=1&n2=2",
      wrong: ("n1=1&n2=x", told: "query a.n2: expected a whole number"),
      ("n1=1&m=2", told: "query m: not described")),
    Case(
      "{ explode: false, schema: { prefixItems: [{ type: integer }, { type: boolean }], items: { type: string } } }",
      right: "a=1,true,x",
      wrong: ("a=1,2", told: "query a[1]: expected true or false, found 2")),
    Case(
      "{ style: deepObject, schema: { type: object, properties: { ids: { type: array, items: { type: integer } } } } }",
      right: "a[ids]=1&a[ids]=2", "a[ids][]=1&a[ids][]=2", "a%5Bids%5D=1",
      "a[ids][0]=1&a[ids][1]=2",
      wrong: ("a[ids]=1&a[ids]=x", told: "query a.ids[1]: expected a whole number")),
    Case(
      "{ style: deepObject, schema: { properties: { by: { properties: { age: { type: integer } } } } } }",
      right: "a[by][age]=1",
      wrong: ("a[by][age]=x", told: "query a.by.age: expected a whole number")),
    Case(
      "{ content: { application/json: { schema: { type: object, properties: { n: { type: integer } } } } } }",
      right: "a=%7B%22n%22:1%7D",
      wrong: ("a=%7B%22n%22:true%7D", told: "query a.n: expected a whole number, found true"),
      ("n=1", told: "query n: not described")),
    Case(
      "schema: { type: object, properties: { a: { type: string }, order: { type: integer } } }",
      right: "a=name&order=1", wrong: ("a=name&order=asc", told: "query a.order: expected a whole")),
    Case("{ required: true, schema: { type: object } }", right: "x=1&y=2"),
    Case(
      "{ style: deepObject, schema: { oneOf: [{ required: [k], properties: { k: { const: s }, v: { type: string } } }, { required: [k], properties: { k: { const: n }, v: { type: integer } } }] } }",
      right: "a[k]=s&a[v]=7", "a[k]=n&a[v]=7",
      wrong: ("a[k]=n&a[v]=x", told: "query a.v: expected a whole number")),
    Case(
      "schema: { oneOf: [{ type: string, enum: [all] }, { type: array, items: { type: integer } }] }",
      right: "a=all", "a=1&a=2", wrong: ("a=1&a=x", told: "query a")),
    Case(
      "{ style: deepObject, required: true, schema: { anyOf: [{ type: integer }, { type: object, properties: { gte: { type: integer } } }] } }",
      right: "a=7", "a[gte]=7"),
    Case("{ content: { text/plain: { schema: { type: string } } } }", right: "a=7"),
    Case(
      "schema: { type: integer }", right: "a=7",
      wrong: ("a=%207", told: "query a: expected a whole number, found \" 7\""),
      ("a=7%20", told: "query a: expected a whole number, found \"7 \""),
      ("a=1&a=2", told: "query a: expected a whole number, found a list")),
    Case(
      "{ style: pipeDelimited, explode: false, schema: { type: object, properties: { R: { type: integer }, G: { type: integer } } } }",
      right: "a=R|100|G|2", "a=R%7C100%7cG%7C2",
      wrong: ("a=R|100|G", told: "query a.G: expected a whole number")),
    Case(
      "{ style: spaceDelimited, explode: false, schema: { type: array, items: { type: integer } } }",
      right: "a=1%202", "a=1+2", wrong: ("a=1+x", told: "query a")),
    Case(
      "{ explode: false, schema: { type: array, items: { type: integer } } }", right: "a=1%2C2",
      wrong: ("a=", told: "query a: has no value")),
    Case(
      "schema: { type: object, properties: { tags: { type: array, items: { type: string } } } }",
      right: "tags=x&tags=y"),
    Case(
      "schema: { $ref: \"#count\" }", right: "a=12",
      wrong: ("a=x", told: "query a: expected a whole number, found \"x\"")),
  ]

  @Test(arguments: queries) func `a query is read as it is described`(example: Case) throws {
    let parameter =
      example.parameter.hasPrefix("{")
      ? example.parameter.dropFirst().dropLast() : example.parameter[...]
    let api = try Self.api("{ name: a, in: query, \(parameter) }")
    for query in example.right {
      #expect(try Self.told(api, "https://a.test/things/1?\(query)") == [], "\(query)")
    }
    for (query, told) in example.wrong {
      let all = try Self.told(api, "https://a.test/things/1?\(query)")
      #expect(all.count == 1 && all.first?.hasPrefix(told) == true, "\(query): \(all)")
    }
  }

  @Test func `what stands beside an object is none of its members`() throws {
    let api = try Self.api(
      """
      { name: a, in: query, schema: { type: object, additionalProperties: { type: integer } } }
            - { name: page, in: query, schema: { type: string } }
      """)
    #expect(try Self.told(api, "https://a.test/things/1?x=1&page=last") == [])
    #expect(try Self.told(api, "https://a.test/things/1?x=z&page=last").count == 1)
  }

  @Test(arguments: [
    (
      "style: label", ".7", "7",
      #"path id: expected a dot before the value, as the style label requires, found "7""#
    ),
    (
      "style: matrix", ";id=7", "7",
      #"path id: expected ";id=" before the value, as the style matrix requires, found "7""#
    ),
    (
      "style: matrix", ";id=7", ";no=7",
      #"path id: expected ";id=" before the value, as the style matrix requires, found ";no=7""#
    ),
    ("style: matrix", ";id=7", ";id=x", #"path id: expected a whole number, found "x""#),
  ])
  func `a path has the signs of its style`(
    style: String, right: String, wrong: String, told: String
  ) throws {
    let api = try Self.api(
      "{ name: id, in: path, required: true, \(style), schema: { type: integer } }")
    #expect(try Self.told(api, "https://a.test/things/\(right)") == [])
    #expect(try Self.told(api, "https://a.test/things/\(wrong)") == [told])
  }

  @Test(arguments: ["7.8.9", "7,8,9"])
  func `a list in the style label is divided by dots or commas`(list: String) throws {
    let path =
      "{ name: id, in: path, required: true, style: label, schema: { type: array, items: { type: integer }, minItems: 3 } }"
    let api = try Self.api(path)
    #expect(try Self.told(api, "https://a.test/things/.\(list)") == [])
    #expect(try !Self.told(api, "https://a.test/things/.\(list)x").isEmpty)
  }

  @Test func `JSON in a path or a cookie is read decoded`() throws {
    let content = "content: { application/json: { schema: { type: object, required: [a] } } }"
    let json = "%7B%22a%22:1%7D"
    let path = try Self.api("{ name: id, in: path, required: true, \(content) }")
    #expect(try Self.told(path, "https://a.test/things/\(json)") == [])
    #expect(
      try Self.told(path, "https://a.test/things/%7B%7D") == ["path id.a: missing, and required"])
    let cookie = try Self.api("{ name: c, in: cookie, \(content) }")
    for value in [json, #"{"a":1}"#] {
      #expect(try Self.told(cookie, headers: ["Cookie": "c=\(value)"]) == [])
    }
  }

  static let forms = [
    Case(
      "{ type: object, properties: { name: { type: string }, at: { type: object, properties: { x: { type: integer } } } }, additionalProperties: false }",
      right: "name=5&x=1", "name=5&at=%7B%22x%22:1%7D",
      wrong: ("name=5&x=one", told: "at.x: expected a whole number"),
      ("nam=5", told: "nam: unexpected")),
    Case(
      "{ type: object, properties: { a: { anyOf: [{ type: integer, maximum: 9 }, { const: all }] } }, additionalProperties: { type: boolean } }",
      right: "a=5&b=true", "a=all",
      wrong: ("a=10", told: "a: "), ("a=5&b=1", told: "b: expected true or false")),
    Case(
      "{ type: object, patternProperties: { ^n: { type: array, maxItems: 2 } }, additionalProperties: { type: array, items: { type: integer } } }",
      right: "a=1&a=2", "a=1&n%5B%5D=x&n[]=y", "n=x",
      wrong: ("a=1&a=x", told: "a[1]: expected a whole number"),
      ("n=1&n=2&n=3", told: "n: expected at most 2 elements")),
  ]

  @Test(arguments: forms) func `a form is read as it is described`(example: Case) throws {
    let type = "application/x-www-form-urlencoded"
    let api = try Self.api(nil, body: "\(type): { schema: \(example.parameter) }")
    for form in example.right {
      #expect(try Self.told(api, body: form, type: type) == [], "\(form)")
    }
    for (form, told) in example.wrong {
      let all = try Self.told(api, body: form, type: type)
      #expect(all.first?.hasPrefix(told) == true, "\(form): \(all)")
    }
  }

  @Test func `a credential beside an object is none of its members`() throws {
    let api = try Self.api(
      "{ name: a, in: query, schema: { type: object, additionalProperties: { type: integer } } }",
      more: "security: [{ key: [] }]")
    #expect(try Self.told(api, "https://a.test/things/1?x=1&api_key=k") == [])
  }

  @Test func `names may be nested as deep as anybody likes`() throws {
    let api = try Self.api("{ name: a, in: query, style: deepObject, schema: { type: object } }")
    let deep = String(repeating: "[a]", count: 5_000)
    #expect(try Self.told(api, "https://a.test/things/1?a\(deep)=1") == [])
  }

  @Test func `a field has blanks around its commas, and a path may have escaped ones`() throws {
    let color = "{ type: object, properties: { R: { type: integer }, G: { type: integer } } }"
    let field = try Self.api("{ name: X-Color, in: header, schema: \(color) }")
    #expect(try Self.told(field, headers: ["X-Color": "R, 100, G, 200"]) == [])
    let path = try Self.api(
      "{ name: id, in: path, required: true, schema: { type: array, maxItems: 1 } }")
    #expect(try Self.told(path, "https://a.test/things/x%2Cy") == [])
    #expect(try Self.told(path, "https://a.test/things/x,y").count == 1)
  }

  @Test func `a value behind an encoded text of the template is decoded once`() throws {
    let api = try OpenAPI(
      Data(
        """
        openapi: 3.1.0
        servers: [{ url: https://a.test }]
        paths:
          /naïve-{id}:
            post:
              parameters:
              - { name: id, in: path, required: true, schema: { type: array, items: { enum: [50%41, "1,2", "é"] } } }
              responses: { "200": { description: Right. } }
        """.utf8))
    #expect(try Self.told(api, "https://a.test/na%C3%AFve-50%2541,1%2c2,%C3%A9") == [])
    let told = try Self.told(api, "https://a.test/na%C3%AFve-50%41")
    #expect(told.count == 1)
    #expect(told.first?.contains("50A") == true)
  }

  @Test func `a comma of the template may be encoded`() throws {
    let api = try OpenAPI(
      Data(
        """
        openapi: 3.1.0
        servers: [{ url: https://a.test }]
        paths:
          /products(id={id},lang={lang}):
            post:
              parameters:
              - { name: id, in: path, required: true, schema: { type: integer } }
              - { name: lang, in: path, required: true, schema: { enum: [en] } }
              responses: { "200": { description: Right. } }
        """.utf8))
    #expect(try Self.told(api, "https://a.test/products(id=1,lang=en)") == [])
    #expect(try Self.told(api, "https://a.test/products(id=1%2Clang=en)") == [])
    #expect(try Self.told(api, "https://a.test/products(id=1%2Clang=de)").count == 1)
  }

  @Test(arguments: [
    ("{name}.{type}", "a.b.png", ["name": "a.b", "type": "png"]),
    ("{a}-{b}-{c}", "1-2-3-4", ["a": "1", "b": "2-3", "c": "4"]),
    ("{name}.json", "a.json.json", ["name": "a.json"]),
    ("{name}.{type}", "a.b.", ["name": "a", "type": "b."]),
  ])
  func `of several dots in a segment the last one begins the last variable`(
    template: String, text: String, values: [String: String]
  ) throws {
    #expect(try #require(PathSegment(template)).values(in: text) == values)
  }

  @Test func `a part is of the type that is described, and a file is a text`() throws {
    let api = try Self.api(
      nil,
      body: """
        multipart/form-data: { schema: { type: object, properties: { file: { type: string, format: binary, minLength: 1 } } }, encoding: { file: { contentType: "image/png, application/json" } } }
        """)
    func told(_ type: String, _ content: Data) throws -> [String] {
      let head =
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\nContent-Type: \(type)\r\n\r\n"
      return try Self.told(
        api, data: Data(head.utf8) + content + Data("\r\n--x--\r\n".utf8),
        type: "multipart/form-data; boundary=x")
    }
    #expect(try told("image/png", Data([0xFF, 0xD8])) == [])
    #expect(try told("application/json", Data("{}".utf8)) == [])
    #expect(
      try told("image/gif", Data([1])) == [
        "file: expected the type image/png, application/json, found image/gif"
      ])
  }

  @Test func `a list comes in one part or in a part for each element`() throws {
    let api = try Self.api(
      nil,
      body:
        "multipart/form-data: { schema: { type: object, properties: { a: { type: array, items: { type: integer } } } } }"
    )
    func part(_ type: String, _ content: String) -> String {
      "--x\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Type: \(type)\r\n\r\n\(content)\r\n"
    }
    let bodies = [
      part("application/json", "[1, 2]"), part("text/plain", "1"),
      part("text/plain", "1") + part("text/plain", "2"),
    ]
    for body in bodies {
      let told = try Self.told(
        api, body: body + "--x--\r\n", type: "multipart/form-data; boundary=x")
      #expect(told == [], "\(body)")
    }
  }

  @Test func `parts that cannot be told apart are wrong`() throws {
    let api = try Self.api(
      nil, body: "multipart/form-data: { schema: { type: object, required: [a] } }")
    let type = "multipart/form-data; boundary=x"
    let body = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x--\r\n"
    #expect(try Self.told(api, body: body, type: type) == [])
    #expect(
      try Self.told(api, body: "a=1", type: type) == [
        "the body: cannot be split into parts at the boundary of multipart/form-data; boundary=x"
      ])
  }

  @Test func `a concrete path with a server of its own comes before a template`() throws {
    let api = try OpenAPI(
      Data(
        """
        openapi: 3.1.0
        servers: [{ url: https://a.test }]
        paths:
          /users/me: { get: { operationId: me, responses: { "200": {} } } }
          /users/me/{part}: { get: { operationId: part, responses: { "200": {} } } }
          /files/{name}: { get: { operationId: file } }
          /files/{name}.json: { get: { operationId: json } }
          /pages/{name}.html: { get: { operationId: html } }
          /pages/{name}: { get: { operationId: page } }
          /users/{id}/posts: { servers: [{ url: https://a.test }], get: { operationId: posts } }
          /users/{id}:
            get:
              operationId: user
              servers: [{ url: https://a.test }]
              parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
              responses: { "200": {} }
        """.utf8))
    func title(_ path: String) throws -> String? {
      let url = try #require(URL(string: "https://a.test\(path)"))
      guard
        case .known(let found) = api.contract.lookup(of: StubRequest(URLRequest(url: url)))
      else { return nil }
      return found[0].operation.title
    }
    #expect(try title("/users/me") == "me")
    #expect(try title("/users/7") == "user")
    #expect(try title("/users/me/posts") == "part")
    #expect(try title("/users/7/posts") == "posts")
    #expect(try ["/files/a", "/files/a.json"].map(title) == ["file", "json"])
    #expect(try ["/pages/a", "/pages/a.html"].map(title) == ["page", "html"])
  }

  /// A description of one operation, which takes this parameter or this body.
  private static func api(
    _ parameter: String?, body: String? = nil, more: String = "summary: None."
  ) throws -> OpenAPI {
    let id = "{ name: id, in: path, required: true, schema: { type: string } }"
    let parameters = [parameter, parameter?.contains("in: path") == true ? nil : id]
    let text = """
      openapi: 3.1.0
      servers: [{ url: https://a.test }]
      paths:
        /things/{id}:
          post:
            \(more)
            parameters:
            - \(parameters.compactMap(\.self).joined(separator: "\n      - "))
            requestBody: { content: { \(body ?? "text/plain: {}") } }
            responses: { "200": { description: Right. } }
      components:
        schemas: { Count: { $anchor: count, type: integer } }
        securitySchemes: { key: { type: apiKey, name: api_key, in: query } }
      """
    return try OpenAPI(Data(text.utf8))
  }

  /// What the contract says of a request, line by line.
  private static func told(
    _ api: OpenAPI, _ address: String = "https://a.test/things/1", body: String? = nil,
    data: Data? = nil, type: String? = nil, headers: [String: String] = [:]
  ) throws -> [String] {
    var request = URLRequest(url: try #require(URL(string: address)))
    request.httpMethod = "POST"
    request.httpBody = data ?? body.map { Data($0.utf8) }
    request.setValue(type, forHTTPHeaderField: "Content-Type")
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let asked = StubRequest(request)
    guard case .known(let found) = api.contract.lookup(of: asked) else {
      Issue.record("\(address) is not known")
      return []
    }
    #expect(api.contract.mistakes.map(\.text) == [])
    return RequestCheck(
      contract: api.contract, operation: found[0].operation, values: found[0].values, request: asked
    )
    .findings().findings.map(\.text)
  }
}
