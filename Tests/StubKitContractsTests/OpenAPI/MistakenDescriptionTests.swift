import Foundation
import StubKit
import TestPlaces
import Testing

@testable import StubKitContracts

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Descriptions that are wrong themselves.
@Suite struct MistakenDescriptionTests {
  @Test func `mistakes are told once, with their lines`() throws {
    let api = try OpenAPI(
      Data(
        #"""
        openapi: 3.0.3
        paths:
          /users/{id}:
            get:
              parameters: [{ $ref: "#/components/parameters/Id" }]
              responses: { "200": { $ref: "#/components/responses/Gone" } }
          /users/{name}:
            get:
              operationId: twice
              parameters: [{ name: id, in: path }]
              responses: {}
          users:
            get: { operationId: twice, responses: { "200": {} } }
          /users/{id}{format}:
            get: { responses: { "200": {} } }
        """#.utf8))
    #expect(
      api.contract.newMistakes() == """
        The contract openapi.yaml has mistakes; exchanges are checked only against the rest of it:
          line 5, paths/~1users~1{id}/get/parameters/0: $ref "#/components/parameters/Id" leads nowhere
          line 5, paths/~1users~1{id}/get: the path has {id}, but no parameter describes it
          line 6, paths/~1users~1{id}/get/responses/200: $ref "#/components/responses/Gone" leads nowhere
          line 15, paths/~1users~1{id}{format}: two variables of a path need text between them: /users/{id}{format}
          line 10, paths/~1users~1{name}/get/parameters/0: the parameter "id" is "in: path", but the path has no {id}
          line 9, paths/~1users~1{name}/get: the path has {name}, but no parameter describes it
          line 9, paths/~1users~1{name}/get: the operation describes no response
          line 13, paths/users: a path begins with a slash, and its braces are closed: users
          line 3, paths: the paths /users/{id} and /users/{name} match the same requests; make them one path
        """)
    #expect(api.contract.newMistakes() == nil)
  }

  @Test func `a path of too many segments is a mistake`() throws {
    let path = String(repeating: "/a", count: 100_000)
    let api = try OpenAPI(
      Data(
        """
        {"openapi": "3.1.0", "info": {"title": "x", "version": "1"}, "paths": {"\(path)": {"get": \
        {"responses": {"200": {"description": "x"}}}}}}
        """.utf8))
    let told = try #require(api.contract.newMistakes())
    #expect(told.contains(": a path has at most 1,000 segments: /a/a/a"))
  }

  @Test func `what an operation, a parameter or a server lacks`() throws {
    let api = try OpenAPI(
      Data(
        """
        openapi: 3.1.0
        servers: [{ description: Ours. }, { url: "https://{host" }]
        paths:
          /a:
            get:
              operationId: twice
              parameters: [{ name: a }, { name: b, in: body }, { name: c, in: query, style: tabs }]
              responses: { "200": {} }
          /b: { get: { operationId: twice, responses: { "200": {} } } }
        """.utf8))
    let needsPlace =
      "a parameter needs a \"name\", and an \"in\" that is path, query, header or cookie"
    #expect(
      api.contract.newMistakes() == """
        The contract openapi.yaml has mistakes; exchanges are checked only against the rest of it:
          line 2, servers/0: a server needs a url
          line 2, servers/1: the url of a server cannot be read: https://{host
          line 7, paths/~1a/get/parameters/0: \(needsPlace)
          line 7, paths/~1a/get/parameters/1: \(needsPlace)
          line 7, paths/~1a/get/parameters/2: there is no style "tabs"
          line 4, paths: several operations are called "twice"
        """)
  }

  @Test func `what stands in the wrong place is told`() throws {
    let api = try OpenAPI(
      Data(
        """
        openapi: 3.0.3
        paths:
          /users:
            GET: {}
            post:
              parameters:
                - { name: page, in: query, type: integer, format: int32 }
              requestBody: { schema: { type: object } }
              responses:
                "20X": { description: d, schema: { type: array } }
                "201": { description: d, headers: { X-Rate: { type: integer } } }
                4xx: { description: d, content: { json: { schema: { type: object } } } }
        """.utf8))
    #expect(
      api.contract.newMistakes() == """
        The contract openapi.yaml has mistakes; exchanges are checked only against the rest of it:
          line 4, paths/~1users: the method GET has to be written get
          line 7, paths/~1users/post/parameters/0: expected a "schema" with "type" and "format" in it
          line 8, paths/~1users/post/requestBody: expected the "schema" within "content", below a media type such as "application/json"
          line 11, paths/~1users/post/responses/201/headers/X-Rate: expected a "schema" with "type" in it
          line 10, paths/~1users/post/responses: "20X" is no status, such as "200", "4XX" or "default"
          line 10, paths/~1users/post/responses/20X: expected the "schema" within "content", below a media type such as "application/json"
          line 12, paths/~1users/post/responses/4xx/content: "json" is no media type, such as "application/json"
        """)
  }

  @Test func `a status with a sign, and braces that do not match, are told`() throws {
    let api = try OpenAPI(
      Data(
        """
        openapi: 3.1.0
        paths:
          /a}{b}: { get: { responses: { "200": {} } } }
          /{a{b}: { get: { responses: { "200": {} } } }
          /users: { get: { responses: { "200": {}, "+200": {}, "0200": {} } } }
        """.utf8))
    #expect(
      api.contract.newMistakes() == """
        The contract openapi.yaml has mistakes; exchanges are checked only against the rest of it:
          line 3, paths/~1a}{b}: a path begins with a slash, and its braces are closed: /a}{b}
          line 5, paths/~1users/get/responses: "+200" is no status, such as "200", "4XX" or "default"
          line 5, paths/~1users/get/responses: "0200" is no status, such as "200", "4XX" or "default"
          line 4, paths/~1{a{b}: a path begins with a slash, and its braces are closed: /{a{b}
        """)
  }

  @Test func `what has a value of another type, or is described twice, is told`() throws {
    let api = try OpenAPI(
      Data(
        """
        openapi: 3.1.0
        paths:
          /users/{id}:
            parameters: [{ name: page, in: query }]
            get: 5
            put:
            delete:
              parameters:
                - { name: id, in: path, required: false }
                - { name: page, in: query, required: 'yes', explode: 3 }
                - { name: page, in: header }
                - { name: page, in: query }
              responses: { "204": { headers: { page: { required: 1 } } } }
        """.utf8))
    #expect(
      api.contract.newMistakes() == """
        The contract openapi.yaml has mistakes; exchanges are checked only against the rest of it:
          line 5, paths/~1users~1{id}/get: an operation must be an object, found 5
          line 5, paths/~1users~1{id}/get: the path has {id}, but no parameter describes it
          line 6, paths/~1users~1{id}/put: an operation must be an object, found null
          line 6, paths/~1users~1{id}/put: the path has {id}, but no parameter describes it
          line 9, paths/~1users~1{id}/delete/parameters/0: a parameter that is "in: path" must be "required: true"
          line 10, paths/~1users~1{id}/delete/parameters/1: required must be true or false, found "yes"
          line 10, paths/~1users~1{id}/delete/parameters/1: explode must be true or false, found 3
          line 9, paths/~1users~1{id}/delete/parameters: query page is described twice, and the first one counts
          line 13, paths/~1users~1{id}/delete/responses/204/headers/page: required must be true or false, found 1
        """)
  }

  @Test(arguments: [
    "responses: { $ref: '#/gone' }",
    "responses: { '200': { description: Ok., content: { $ref: '#/gone' } } }",
  ])
  func `a reference that leads nowhere in place of a map allows anything`(line: String) async throws
  {
    let api = try OpenAPI(
      Data(
        """
        openapi: 3.0.3
        servers: [{ url: https://a.test }]
        paths:
          /users:
            get:
              \(line)
        """.utf8))
    let mistakes = try #require(api.contract.newMistakes())
    #expect(mistakes.contains("$ref \"#/gone\" leads nowhere"))
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .json(["id": 7]))
    _ = try await registry.session.data(from: #require(URL(string: "https://a.test/users")))
    #expect(registry.exchanges.flatMap { api.problems(with: $0) }.map(\.description) == [])
  }

  @Test func `a reference that leads back to itself is told`() throws {
    let api = try OpenAPI(
      Data(
        """
        openapi: 3.0.3
        paths:
          /users:
            get:
              parameters: [{ $ref: "#/components/parameters/A" }]
              responses: { "200": {} }
        components: { parameters: { A: { $ref: "#/components/parameters/A" } } }
        """.utf8))
    #expect(
      api.contract.newMistakes()?.contains(
        "parameters/0: $ref leads back to itself, or over more than 32 references") == true)
  }

  @Test func `where a reference leads nowhere anything is allowed`() async throws {
    let api = try OpenAPI(
      Data(
        """
        openapi: 3.0.3
        servers: [{ url: https://a.test }]
        paths:
          /users:
            post:
              operationId: addUser
              parameters: [{ $ref: "#/gone/1" }, { name: session, in: cookie }]
              requestBody: { $ref: "#/gone/2" }
              responses: { "200": { $ref: "#/gone/3" }, "201": { description: Added. } }
        """.utf8))
    #expect(api.contract.newMistakes()?.split(separator: "\n").count == 4)
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), times: 1, response: .json(["id": 7]))
    var request = URLRequest(url: try #require(URL(string: "https://a.test/users?dry=1")))
    request.httpMethod = "POST"
    request.setValue("theme=dark", forHTTPHeaderField: "Cookie")
    _ = try await registry.session.upload(for: request, from: Data("{}".utf8))
    #expect(registry.exchanges.flatMap { api.problems(with: $0) }.map(\.description) == [])

    registry.stub(api, "addUser")
    let (session, second) = (registry.session, request)
    let error = await #expect(throws: URLError.self) {
      _ = try await session.data(for: second)
    }
    #expect(
      error?.localizedDescription
        == "openapi.yaml: the response 200 of addUser cannot be read: $ref \"#/gone/3\" leads nowhere"
    )
  }

  @Test func `of a file beside the description it is told why it cannot be read`() throws {
    let folder = TemporaryFolder()
    let file = try folder.write(
      "openapi: 3.1.0\npaths: { /a: { $ref: users.yaml } }\n", to: "api.yaml")
    try folder.write("get:\n  responses: [\n", to: "users.yaml")
    #expect(
      try OpenAPI(contentsOf: file).contract.newMistakes() == """
        The contract api.yaml has mistakes; exchanges are checked only against the rest of it:
          line 2, paths/~1a: users.yaml cannot be read as YAML: line 2, column 14: expected "]" for this "[", found the end of the document
        """)
  }

  @Test func `names that stand twice are told, also of a file beside the description`() throws {
    let folder = TemporaryFolder()
    let file = try folder.write(
      """
      openapi: 3.1.0
      info: { title: Twice }
      info: { title: Once }
      paths:
        /a: { get: { responses: { "200": { $ref: "common.yaml#/responses/Right" } } } }
      """, to: "api.yaml")
    try folder.write(
      "responses:\n  Right:\n    description: Right.\n    description: Wrong.\n",
      to: "common.yaml")
    let contract = try OpenAPI(contentsOf: file).contract
    #expect(
      contract.newMistakes() == """
        The contract api.yaml has mistakes; exchanges are checked only against the rest of it:
          line 3, info: this name is written twice, and the last one counts
          line 4, common.yaml#/responses/Right/description: this name is written twice, and the last one counts
        """)
  }

  @Test func `a name that stands twice is told in JSON, too`() throws {
    let folder = TemporaryFolder()
    let file = try folder.write(
      #"""
      {
        "openapi": "3.1.0",
        "paths": {
          "/x": {"get": {"responses": {"200": {}}}},
          "/x": {"post": {"responses": {"200": {"description": "a, \"b\"", "description": "c"}}}}
        },
        "x-list": [{"a": 1}, {"a": 1, "b": {}, "a": 2}]
      }
      """#, to: "api.json")
    let api = try OpenAPI(contentsOf: file)
    #expect(
      api.contract.newMistakes() == """
        The contract api.json has mistakes; exchanges are checked only against the rest of it:
          line 5, paths/~1x/post/responses/200/description: this name is written twice, and the last one counts
          line 5, paths/~1x: this name is written twice, and the last one counts
          line 7, x-list/1/a: this name is written twice, and the last one counts
        """)
  }

  @Test func `a mistake in a schema beside the description is told with its line`() throws {
    let folder = TemporaryFolder()
    let file = try folder.write(
      """
      openapi: 3.1.0
      components:
        schemas:
          Basket: { maxItems: many, items: { $ref: "common.yaml#/Item" } }
      """, to: "api.yaml")
    try folder.write("Item:\n  minLength: 1\n  maxLength: long\n", to: "common.yaml")
    let contract = try OpenAPI(contentsOf: file).contract
    _ = contract.schema(at: DocumentPlace(path: ["components", "schemas", "Basket"]))
    #expect(
      contract.newMistakes() == """
        The contract api.yaml has mistakes; exchanges are checked only against the rest of it:
          line 4, components/schemas/Basket: maxItems must be a whole number of at least 0, found "many"
          line 2, common.yaml#/Item: maxLength must be a whole number of at least 0, found "long"
        """)
  }

  @Test(arguments: [
    (
      "swagger: \"2.0\"",
      "api.yaml is an OpenAPI 2 document, which is not understood: convert it to OpenAPI 3, for example with swagger2openapi."
    ),
    ("openapi: 4.0.0", "api.yaml says \"openapi: 4.0.0\", and only 3.0 and 3.1 are understood."),
    ("title: x", "api.yaml is no OpenAPI document: it has no member \"openapi\"."),
    ("{\"openapi\": ", "api.yaml cannot be read as JSON: "),
    ("a: [", "api.yaml cannot be read as YAML: "),
    ("", "api.yaml is no OpenAPI document: it has no member \"openapi\"."),
  ])
  func `what is no description is refused with a sentence`(text: String, told: String) {
    let error = #expect(throws: OpenAPIError.self) {
      try OpenAPI(Data(text.utf8), named: "api.yaml")
    }
    #expect(error?.description.hasPrefix(told) == true, "\(error?.description ?? "")")
  }

  @Test func `YAML may begin with a brace`() throws {
    let text = "{openapi: 3.1.0, info: {title: Shop}, paths: {/a: {get: {operationId: ask}}}}"
    let api = try OpenAPI(Data(text.utf8))
    #expect(StubRegistry().stub(api, server: "https://a.test").count == 1)
  }

  @Test func `a file is read once in a process, until it changes`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("openapi: 3.1.0\n".utf8).write(to: file)
    let first = try OpenAPI(contentsOf: file)
    #expect(try OpenAPI(contentsOf: file).contract === first.contract)
    try Data("openapi: 3.0.0\npaths: {}\n".utf8).write(to: file)
    #expect(try OpenAPI(contentsOf: file).contract.isVersion30)
  }

  @Test func `suites that read a file at once share what they read`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    let paths = (0..<200).map { "  /\($0): { get: {} }\n" }.joined()
    try Data("openapi: 3.1.0\npaths:\n\(paths)".utf8).write(to: file)
    let contracts = try await withThrowingTaskGroup(of: Contract.self) { group in
      for _ in 0..<8 { group.addTask { try OpenAPI(contentsOf: file).contract } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(contracts.allSatisfy { $0 === contracts[0] })
  }
}
