import Foundation
import StubKit
import TestPlaces
import Testing

@testable import StubKitContracts

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which response an operation is answered by, and where its value comes from.
@Suite struct OperationAnswerTests {
  @Test(arguments: [
    (#"{ "404": {}, "201": {}, default: {} }"#, 201), (#"{ "404": {}, 2XX: {} }"#, 200),
    (#"{ "302": {}, default: {} }"#, 302), (#"{ "404": {}, default: {} }"#, 200),
    (#"{ "404": {}, "500": {} }"#, 404),
  ])
  func `success comes first, and what is said of all others before a failure`(
    responses: String, status: Int
  ) async throws {
    let answer = try await Self.answer("responses: \(responses)")
    #expect(answer.status == status)
  }

  @Test(arguments: [
    ("image/*", "image/png"), ("text/*", "text/plain"), ("*/*", "text/plain"),
    ("application/*", "application/octet-stream"), ("text/csv", "text/csv"),
  ])
  func `a range of types is answered by one of them`(range: String, type: String) async throws {
    let answer = try await Self.answer(
      "responses: { \"200\": { content: { \"\(range)\": { schema: { type: string } } } } }")
    #expect(answer.type == type)
    let object = try await Self.answer(
      "responses: { \"200\": { content: { \"*/*\": { schema: { type: object } } } } }")
    #expect(object.type == "application/json")
    #expect(object.body == "{}")
  }

  @Test(arguments: ["application/xml", "image/png", "text/csv"])
  func `an object is no answer of a type that is not JSON`(type: String) async throws {
    func answer(_ content: String) async throws -> Answer {
      try await Self.answer(
        "responses: { \"200\": { content: { \(type): { \(content) } } } }")
    }
    let error = await #expect(throws: URLError.self) {
      _ = try await answer("schema: { type: object }")
    }
    #expect(
      error?.localizedDescription
        == "openapi.yaml: the answer of ask cannot be made as \(type): give it an example")
    #expect(try await answer("schema: { type: object }, example: <a/>").body == "<a/>")
  }

  @Test(arguments: [("application/*", "application/json"), ("application/x-ndjson", nil)])
  func `an object is JSON where the type allows it`(range: String, type: String?) async throws {
    let answer = try await Self.answer(
      "responses: { \"200\": { content: { \(range): { schema: { type: object } } } } }")
    #expect(answer.type == type ?? range)
    #expect(answer.body == "{}")
  }

  @Test(arguments: [
    ("schema: { type: object, required: [id] },", #"{"id": 7}"#, #"{"id":7}"#),
    ("schema: { type: array },", "[1]", "[1]"), ("schema: { type: string },", "7", #""7""#),
    ("", #"{"id": 7}"#, #"{"id":7}"#), ("schema: {},", #"{"id": 7}"#, #"{"id":7}"#),
    ("schema: { type: string },", #"{"id": 7}"#, #""{\"id\": 7}""#),
    ("schema: { enum: ['[7]'] },", "[7]", #""[7]""#),
  ])
  func `an example may be JSON as text`(
    schema: String, example: String, body: String
  ) async throws {
    let answer = try await Self.answer(
      """
      responses: { "200": { content: { application/json: { \(schema) example: '\(example)' } } } }
      """)
    #expect(answer.body == body)
  }

  @Test func `an example may stand in a file, or be out of reach`() async throws {
    let folder = TemporaryFolder()
    try folder.write(#"{"name":"Ada"}"#, to: "ada.json")
    func answer(_ address: String, example: String? = nil) async throws -> Answer {
      let schema = "{ type: object, required: [name], properties: { name: { const: Bob } } }"
      let content =
        "application/json: { schema: \(schema), examples: { other: { externalValue: \"\(address)\" } } }"
      return try await Self.answer(
        "responses: { \"200\": { content: { \(content) } } }", example: example, in: folder.url)
    }
    #expect(try await answer("ada.json").body == #"{"name":"Ada"}"#)
    #expect(try await answer("https://elsewhere.test/ada.json").body == #"{"name":"Bob"}"#)
    let error = await #expect(throws: URLError.self) {
      _ = try await answer("https://elsewhere.test/ada.json", example: "other")
    }
    #expect(
      error?.localizedDescription == """
        openapi.yaml: the example "other" of ask stands elsewhere, and cannot be read: \
        https://elsewhere.test/ada.json is no file, and a description is read from files only.
        """)
  }

  @Test func `an example in a file that cannot be read says why`() async throws {
    let folder = TemporaryFolder()
    try folder.write("value: [1", to: "ada.yaml")
    let content = "application/json: { examples: { ada: { $ref: ada.yaml } } }"
    let error = await #expect(throws: URLError.self) {
      _ = try await Self.answer(
        "responses: { \"200\": { content: { \(content) } } }", in: folder.url)
    }
    let reason = "ada.yaml cannot be read as YAML: line 1, column 8"
    #expect(error?.localizedDescription.contains(reason) == true, "\(error as Any)")
  }

  @Test func `a field has its own example`() async throws {
    let answer = try await Self.answer(
      """
      responses: { "201": { headers: { Location: { required: true, example: /users/7, schema: { type: string } } } } }
      """)
    #expect(answer.location == "/users/7")
  }

  @Test func `fields are written as they are read`() async throws {
    let text = """
      openapi: 3.1.0
      servers: [{ url: https://a.test }]
      paths:
        /x:
          get:
            operationId: ask
            responses:
              "200":
                headers:
                  A: { required: true, schema: { type: object, required: [r, g], properties: { r: { type: integer }, g: { type: integer } } } }
                  B: { required: true, explode: true, schema: { type: object, required: [r], properties: { r: { type: integer } } } }
                  C: { required: true, content: { application/json: { schema: { type: array, minItems: 2, items: { type: integer } } } } }
                  D: { required: true, schema: { type: array, minItems: 2, items: { type: integer } } }
                content: { text/plain: { schema: { type: integer } } }
      """
    let api = try OpenAPI(Data(text.utf8))
    let registry = StubRegistry()
    registry.stub(api, "ask")
    _ = try await registry.session.data(from: #require(URL(string: "https://a.test/x")))
    let exchange = try #require(registry.exchanges.first)
    #expect(exchange.response?.headers["A"] == "g,0,r,0")
    #expect(api.problems(with: exchange).map(\.description) == [])
  }

  @Test func `of several examples the first by name is the answer`() async throws {
    let answer = try await Self.answer(
      """
      responses: { "200": { content: { text/plain: { examples: { b: { value: two }, a: { value: one } } } } } }
      """)
    #expect(answer.body == "one")
  }

  @Test func `an example is found under any type`() async throws {
    let answer = try await Self.answer(
      """
      responses: { "200": { content: { application/json: {}, text/plain: { examples: { short: { value: Hi } } } } } }
      """, example: "short")
    #expect(answer.body == "Hi")
  }

  @Test(arguments: [
    ("https://a.test/{base}", ["https://a.test/x", "https://a.test/v1/x"]),
    ("https://a.test{base}", ["https://a.test/x"]),
    ("https://{sub}a.test", ["https://a.test/x", "https://b.a.test/x"]),
  ])
  func `a variable of a server may be empty, if that is its default`(
    server: String, addresses: [String]
  ) throws {
    let text = """
      openapi: 3.1.0
      servers: [{ url: "\(server)", variables: { base: { default: "" }, sub: { default: "" } } }]
      paths: { /x: { get: { operationId: ask, responses: { "200": {} } } } }
      """
    let stub = StubRegistry().stub(try OpenAPI(Data(text.utf8)), "ask")
    for address in addresses {
      let request = URLRequest(url: try #require(URL(string: address)))
      #expect(stub.condition(request), "\(address)")
    }
  }

  @Test func `a server is an address with a host, and answers on its hosts only`() async throws {
    let text = """
      openapi: 3.1.0
      servers: [{ url: "https://{region}.api.{env}.test", variables: { region: {}, env: {} } }]
      paths: { /a: { get: { operationId: ask, responses: { "200": {} } } } }
      """
    let api = try OpenAPI(Data(text.utf8))
    let registry = StubRegistry()
    let stub = registry.stub(api, "ask")
    for (address, isMeant) in [
      ("https://eu.api.live.test/a", true), ("https://evil.example.com/a", false),
    ] {
      let request = URLRequest(url: try #require(URL(string: address)))
      #expect(stub.condition(request) == isMeant)
    }
    for server in ["h.test", "", "/v1"] {
      let stubs = registry.stub(api, server: server)
      #expect(stubs.count == 1)
      #expect(stubs.first?.condition.description.contains("server") == true)
    }
  }

  @Test(arguments: [
    ("https://a.test", "/", "https://a.test"), ("https://a.test", "/", "https://a.test/"),
    ("https://a.test", "/files/{name}.json/", "https://a.test/files/a.json/"),
    ("https://a.test/my%20api", "/{id}", "https://a.test/my%20api/7"),
    ("https://a.test/my%20api", "/{name}.json", "https://a.test/my%20api/a.json"),
  ])
  func `an address that the check knows is answered`(
    server: String, path: String, address: String
  ) throws {
    let text = """
      openapi: 3.1.0
      servers: [{ url: "\(server)" }]
      paths: { "\(path)": { get: { operationId: ask } } }
      """
    let api = try OpenAPI(Data(text.utf8))
    let request = URLRequest(url: try #require(URL(string: address)))
    guard case .known = api.contract.lookup(of: StubRequest(request)) else {
      Issue.record("\(address) is not known")
      return
    }
    #expect(StubRegistry().stub(api, "ask").condition(request))
  }

  @Test func `of two templates that fit, the stubs choose the one by which they are checked`()
    async throws
  {
    let text = """
      openapi: 3.1.0
      paths:
        /users/{id}/posts: { get: { operationId: getPosts, responses: { "200": {} } } }
        /users/me/{section}: { get: { operationId: getMine, responses: { "201": {} } } }
      """
    let api = try OpenAPI(Data(text.utf8))
    let registry = StubRegistry()
    registry.stub(api, server: "https://a.test")
    _ = try await registry.session.data(
      from: #require(URL(string: "https://a.test/users/me/posts")))
    let exchange = try #require(registry.exchanges.first)
    #expect(exchange.stub?.name == "getMine")
    #expect(api.problems(with: exchange).filter { !$0.isWarning }.map(\.description) == [])
  }

  @Test func `fields about the way of a body are not made up`() async throws {
    let names = ["Content-Length", "Content-Encoding", "Transfer-Encoding"]
    let fields = names.map { "\($0): { required: true, schema: { type: string } }" }
    let text = """
      openapi: 3.1.0
      servers: [{ url: https://a.test }]
      paths:
        /x:
          get:
            operationId: ask
            responses:
              "200":
                headers: { \(fields.joined(separator: ", ")) }
                content: { application/json: { example: [7] } }
      """
    let api = try OpenAPI(Data(text.utf8))
    let registry = StubRegistry()
    registry.stub(api, "ask")
    let (body, _) = try await registry.session.data(
      from: #require(URL(string: "https://a.test/x")))
    #expect(body == Data("[7]".utf8))
    let exchange = try #require(registry.exchanges.first)
    #expect(names.map { exchange.response?.headers[$0] } == ["3", nil, nil])
    #expect(api.problems(with: exchange).map(\.description) == [])
  }

  struct Answer {
    let status: Int
    let type: String?
    let location: String?
    let body: String
  }

  private static func answer(
    _ responses: String, example: String? = nil, in folder: URL? = nil
  ) async throws -> Answer {
    let text = """
      openapi: 3.1.0
      servers: [{ url: https://a.test }]
      paths:
        /x:
          get:
            operationId: ask
            \(responses)
      """
    var api = try OpenAPI(Data(text.utf8))
    if let folder {
      let file = folder.appending(path: "openapi.yaml")
      try Data(text.utf8).write(to: file)
      api = try OpenAPI(contentsOf: file)
    }
    let registry = StubRegistry()
    registry.stub(api, "ask", example: example)
    let session = registry.session
    let (body, response) = try await session.data(from: #require(URL(string: "https://a.test/x")))
    let head = try #require(response as? HTTPURLResponse)
    return Answer(
      status: head.statusCode,
      type: head.value(forHTTPHeaderField: "Content-Type").map { String($0.prefix { $0 != ";" }) },
      location: head.value(forHTTPHeaderField: "Location"),
      body: String(decoding: body, as: UTF8.self))
  }
}
