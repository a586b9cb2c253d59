import Foundation
import StubKit
import TestPlaces
import Testing

@testable import StubKitContracts

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Exchanges held against a description, as a test is told of them.
struct ContractCheckTests {
  static let text = """
    openapi: 3.1.0
    info: { title: Shop, version: "1" }
    servers:
      - url: https://api.shop.test/v1
    paths:
      /users/{id}:
        parameters:
          - { name: id, in: path, required: true, schema: { type: integer } }
        get:
          operationId: getUser
          parameters:
            - { name: fields, in: query, explode: false, schema: { type: array, items: { enum: [name, email] } } }
          responses:
            "200":
              description: A user.
              content:
                application/json:
                  schema: { $ref: "#/components/schemas/User" }
            4XX: { description: No user. }
      /users/me:
        get:
          operationId: getMe
          responses:
            "200": { description: You. }
      /users:
        post:
          operationId: addUser
          requestBody:
            required: true
            content:
              application/json:
                schema: { $ref: "#/components/schemas/User" }
          responses:
            "201":
              description: Added.
              headers:
                Location: { required: true, schema: { type: string } }
    components:
      schemas:
        User:
          type: object
          required: [name, email]
          properties:
            name: { type: string }
            email: { type: string }
            age: { type: integer, minimum: 0 }
            password: { type: string, maxLength: 3 }
    """

  /// What the description says of one exchange.
  static func problems(
    _ method: String = "GET", _ address: String = "https://api.shop.test/v1/users/7",
    body: String? = nil, data: Data? = nil, headers: [String: String] = [:], strictly: Bool = false,
    answered response: StubResponse
  ) async throws -> [String] {
    let api = try OpenAPI(Data(text.utf8), strictly: strictly)
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(), fileID: "T/UserTests.swift", line: 12, response: response)
    var request = URLRequest(url: try #require(URL(string: address)))
    request.httpMethod = method
    request.httpBody = data ?? body.map { Data($0.utf8) }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    _ = try? await registry.session.data(for: request)
    try #require(registry.exchanges.count == 1)
    return registry.exchanges.flatMap { api.problems(with: $0) }.map { problem in
      (problem.isWarning ? "warning: " : "") + problem.description
    }
  }

  static let user: StubResponse = .json(["name": "Ada", "email": "a@b.test"])

  @Test func `a lie is told as it is on the first page`() async throws {
    #expect(
      try await Self.problems(answered: .json(["name": 7])) == [
        """
        The stub at UserTests.swift:12 answers what the contract does not allow
          GET /v1/users/7 → 200 application/json   (getUser)
            ✗ name: expected a string, found 7    components/schemas/User/properties/name
            ✗ email: missing, and required        components/schemas/User/required
        """
      ])
  }

  @Test func `the truth is not told`() async throws {
    #expect(try await Self.problems(answered: Self.user).isEmpty)
    #expect(try await Self.problems(answered: .status(404)).isEmpty)
    #expect(try await Self.problems(answered: .failure(.timedOut)).isEmpty)
    // A fault is none of the stub's words.
    let flaky = Self.user.flaky(rate: 1, seed: 1, with: .status(500))
    #expect(try await Self.problems(answered: flaky).isEmpty)
    #expect(try await Self.problems(answered: Self.user.truncated(afterBytes: 6)).isEmpty)
    #expect(
      try await Self.problems("GET", "https://other.test/v1/users/x", answered: .text("?")).isEmpty)
  }

  @Test func `a body that is too short to be truncated is held against the description`()
    async throws
  {
    let lie: StubResponse = .json(["name": 7])
    #expect(
      try await Self.problems(answered: lie.truncated(afterBytes: 10))
        == Self.problems(answered: lie))
    #expect(try await Self.problems(answered: lie.truncated(afterBytes: 9)) == [])
    let stream: StubResponse = .stream(
      [.data(Data("{}".utf8))], headers: ["Content-Type": "text/csv"])
    #expect(try await Self.problems(answered: stream).count == 1)
    #expect(try await Self.problems(answered: stream.truncated(afterBytes: 1)) == [])
  }

  @Test func `a status, a type and a body that are not described are told`() async throws {
    #expect(
      try await Self.problems(answered: .status(302)) == [
        """
        The stub at UserTests.swift:12 answers what the contract does not allow
          GET /v1/users/7 → 302   (getUser)
            ✗ the status: expected 200, 4XX, found 302    paths/~1users~1{id}/get/responses
        """
      ])
    #expect(
      try await Self.problems(answered: .text("Ada")) == [
        """
        The stub at UserTests.swift:12 answers what the contract does not allow
          GET /v1/users/7 → 200 text/plain; charset=utf-8   (getUser)
            ✗ Content-Type: expected application/json, found text/plain; charset=utf-8    paths/~1users~1{id}/get/responses/200/content
        """
      ])
  }

  @Test func `a request is held against its parameters and its body`() async throws {
    #expect(
      try await Self.problems(
        "GET", "https://api.shop.test/v1/users/x?fields=name,phone&page=2", answered: Self.user)
        == [
          """
          The request is not what the contract allows
            GET /v1/users/x?fields=name,phone&page=2   (getUser)
              ✗ query fields[1]: expected one of "name", "email", found "phone"    paths/~1users~1{id}/get/parameters/0/schema/items
              ✗ path id: expected a whole number, found "x"                        paths/~1users~1{id}/parameters/0/schema
              ! query page: not described                                          paths/~1users~1{id}/get/parameters
          """
        ])
    #expect(
      try await Self.problems(
        "POST", "https://api.shop.test/v1/users", body: #"{"name":"Ada","email":"a","age":-1}"#,
        headers: ["Content-Type": "application/json"], answered: .status(201)) == [
          """
          The request is not what the contract allows
            POST /v1/users application/json   (addUser)
              ✗ age: expected at least 0, found -1    components/schemas/User/properties/age
          """,
          """
          The stub at UserTests.swift:12 answers what the contract does not allow
            POST /v1/users → 201   (addUser)
              ✗ field Location: missing, and required    paths/~1users/post/responses/201/headers/Location
          """,
        ])
  }

  @Test(arguments: [
    ("gzip", "H4sIAAAAAAACA6tWykvMTVWyUnJMSVTSUUrNTczMAfISHZL0SlKLS5RqAez1AvchAAAA", nil),
    (
      "gzip", "H4sIAAAAAAACA6tWykvMTVWyMtdRSs1NzMxRslJKdEjSK0ktLlGqBQDVHGX6HQAAAA==",
      "name: expected a string, found 7"
    ),
    ("br", "CxCAeyJuYW1lIjo3fQM=", nil), ("br", "eyJuYW1lIjo3fQ==", "email: missing"),
    ("identity", "eyJuYW1lIjo3fQ==", "email: missing"),
  ])
  func `a body is checked without its coding`(
    coding: String, base64: String, told: String?
  ) async throws {
    let body = try #require(Data(base64Encoded: base64))
    let headers = ["Content-Type": "application/json", "Content-Encoding": coding]
    let answered = try await Self.problems(
      answered: .data(body, headers: StubHeaders(headers)))
    let asked = try await Self.problems(
      "POST", "https://api.shop.test/v1/users", data: body, headers: headers,
      answered: .status(201, headers: ["Location": "/users/7"]))
    for problems in [answered, asked] {
      #expect(problems.count == (told == nil ? 0 : 1))
      #expect(problems.first?.contains(told ?? "") ?? (told == nil), "\(problems)")
    }
  }

  @Test func `a body that the log lacks is not said to be missing`() async throws {
    let server = try LoopbackServer { _ in .init(status: 201) }
    let text = Self.text.replacing("https://api.shop.test", with: server.url(""))
    let registry = StubRegistry(unmatched: .passThrough)
    var request = URLRequest(url: try #require(URL(string: server.url("/v1/users"))))
    request.httpMethod = "POST"
    _ = try await registry.session.upload(for: request, from: Data("{}".utf8))
    #expect(registry.exchanges.map(\.outcome) == [.passedThrough])
    #expect(server.requests.map(\.body) == [Data("{}".utf8)])
    try registry.verify(against: OpenAPI(Data(text.utf8)))
  }

  @Test func `Foundation has decoded what the network answers`() async throws {
    // What is compressed twice reaches the client compressed once.
    let twice = try #require(
      Data(
        base64Encoded:
          "H4sIAAAAAAACA5Pv5mAAASbm1WGnvM/4hm4KKvLxDLkU6HXW98wZxk9CspO+eAV1e0/JYnzzlem7IlApAJFjVKkzAAAA"
      ))
    let server = try LoopbackServer { _ in
      .init(headers: ["Content-Type: application/json", "Content-Encoding: gzip"], body: twice)
    }
    let text = Self.text.replacing("https://api.shop.test", with: server.url(""))
    let api = try OpenAPI(Data(text.utf8))
    let registry = StubRegistry()
    registry.stub(condition: anyRequest()) { _ in .passThrough }
    _ = try await registry.session.data(from: #require(URL(string: server.url("/v1/users/7"))))
    let told = registry.exchanges.flatMap { api.problems(with: $0) }.map(\.description)
    #expect(told.first?.contains("the body: not JSON") == true, "\(told)")
  }

  @Test func `the concrete path comes before the template`() async throws {
    #expect(
      try await Self.problems("GET", "https://api.shop.test/v1/users/me", answered: .status(200))
        .isEmpty)
  }

  @Test(
    arguments: [
      ("GET", "/files/7", nil, []), ("DELETE", "/files/7", nil, []), ("GET", "/files/a", nil, []),
      ("PUT", "/files/7", #"{"name":"a"}"#, []), ("PUT", "/files/7", #"{"open":true}"#, []),
      (
        "PUT", "/files/7", #"{"open":7}"#,
        [
          """
          The request is not what the contract allows
            PUT /files/7 application/json   (rename)
              ✗ name: missing, and required    paths/~1files~1{id}/put/requestBody/content/application~1json/schema/required
          """
        ]
      ), ("POST", "/token?grant=7", nil, []),
      (
        "PUT", "/files/7?debug=1", #"{"open":true}"#,
        [
          """
          The request is not what the contract allows
            PUT /files/7?debug=1 application/json   (PUT /files/{id}#share)
              ! query debug: not described    paths/~1files~1{id}#share/put/parameters
          """
        ]
      ),
      (
        "PATCH", "/files/7", nil,
        ["The contract openapi.yaml describes this path with DELETE, GET, PUT only: PATCH /files/7"]
      ),
    ] as [(String, String, String?, [String])])
  func `a request keeps to one of the operations on its path`(
    method: String, path: String, body: String?, problems: [String]
  ) async throws {
    let api = try OpenAPI(
      Data(
        """
        openapi: 3.1.0
        servers: [{ url: https://a.test }]
        paths:
          /files/{id}:
            parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
            get: {}
            put:
              operationId: rename
              requestBody: { content: { application/json: { schema: { required: [name] } } } }
          /files/{name}:
            parameters: [{ name: name, in: path, required: true }]
            get: {}
            delete: {}
          /files/{id}#share:
            parameters: [{ name: id, in: path, required: true }]
            put:
              requestBody:
                content:
                  application/json:
                    schema: { required: [open], properties: { open: { type: boolean } } }
          /token#issue:
            servers: [{ url: https://a.test }]
            post: { parameters: [{ name: code, in: query, required: true }] }
          /token?grant=7#renew:
            post:
              operationId: renew
              parameters: [{ name: grant, in: query }]
              responses: { "204": {} }
        """.utf8), strictly: true)
    #expect(
      api.contract.newMistakes() == """
        The contract openapi.yaml has mistakes; exchanges are checked only against the rest of it:
          line 4, paths: the paths /files/{id} and /files/{name} match the same requests; make them one path
        """)
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .status(201))
    registry.stub(api, "renew")
    var request = URLRequest(url: try #require(URL(string: "https://a.test\(path)")))
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
    _ = try await registry.session.data(for: request)
    let exchange = try #require(registry.exchanges.first)
    #expect(api.problems(with: exchange).map(\.description) == problems)
    #expect(exchange.response?.status == (method == "POST" ? 204 : 201))
  }

  @Test func `a path that is not described is a warning, or an issue`() async throws {
    for isStrict in [false, true] {
      #expect(
        try await Self.problems(
          "GET", "https://api.shop.test/v1/nowhere?a=1", strictly: isStrict, answered: .status(200))
          == [
            (isStrict ? "" : "warning: ")
              + "The contract openapi.yaml has no such path: GET /v1/nowhere"
          ])
    }
    #expect(
      try await Self.problems(
        "GET", "https://api.shop.test/v1/users/7/", answered: .status(200))
        == ["warning: The contract openapi.yaml has no such path: GET /v1/users/7/"])
    #expect(
      try await Self.problems("DELETE", "https://api.shop.test/v1/users/7", answered: .status(204))
        == [
          "warning: The contract openapi.yaml describes this path with GET only: DELETE /v1/users/7"
        ])
  }

  @Test(arguments: [
    ("3.0.3", nil, true), ("3.1.0", nil, false), ("3.0.3", false, false), ("3.1.0", true, true),
  ])
  func `formats are checked if the version or the test says so`(
    version: String, checksFormats: Bool?, isTold: Bool
  ) async throws {
    let text = """
      openapi: \(version)
      servers: [{ url: https://a.test }]
      paths:
        /a:
          get:
            responses:
              "200":
                headers: { At: { schema: { type: string, format: date-time } } }
      """
    let api = try OpenAPI(Data(text.utf8), checkingFormats: checksFormats)
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .status(200, headers: ["At": "noon"]))
    _ = try await registry.session.data(from: #require(URL(string: "https://a.test/a")))
    let told = registry.exchanges.flatMap { api.problems(with: $0) }.map(\.description)
    #expect(told.count == (isTold ? 1 : 0))
    #expect(told.allSatisfy { $0.contains("✗ field At: expected a date and time") })
  }

  @Test func `an operation need not describe a response`() async throws {
    let text = "openapi: 3.1.0\nservers: [{ url: https://a.test }]\npaths: { /a: { get: {} } }\n"
    let api = try OpenAPI(Data(text.utf8))
    #expect(api.contract.newMistakes() == nil)
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .json([1]))
    _ = try await registry.session.data(from: #require(URL(string: "https://a.test/a")))
    #expect(registry.exchanges.flatMap { api.problems(with: $0) }.isEmpty)
  }

  @Test(arguments: [204, 205, 304])
  func `an answer that has no body by its status lacks none`(status: Int) async throws {
    let text = """
      openapi: 3.1.0
      servers: [{ url: https://a.test }]
      paths:
        /a: { get: { responses: { "\(status)": { description: Done., content: { application/json: {} } } } } }
      """
    let api = try OpenAPI(Data(text.utf8))
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .status(status))
    _ = try await registry.session.data(from: #require(URL(string: "https://a.test/a")))
    #expect(registry.exchanges.flatMap { api.problems(with: $0) }.map(\.description) == [])
  }

  @Test func `many remarks are none the less remarks, and hide no fault`() async throws {
    let items = (1...6).map { "utm_\($0)=x" }.joined(separator: "&")
    let address = "https://api.shop.test/v1/users/7?\(items)"
    let remarks = try await Self.problems("GET", address, answered: Self.user)
    #expect(remarks.count == 1)
    #expect(remarks.first?.hasPrefix("warning: ") == true)
    #expect(remarks.first?.hasSuffix("    … and 1 more") == true)
    let faults = try await Self.problems("GET", address + "&fields=x", answered: Self.user)
    #expect(faults.first?.contains("✗ query fields[0]: expected one of") == true)
    #expect(faults.first?.hasPrefix("warning: ") == false)
  }

  static let texts: [(type: String, schema: String, right: [String], wrong: [String])] = [
    ("text/plain", "{ type: integer }", ["7"], ["seven"]),
    ("text/plain", "{ type: string, maxLength: 1 }", ["7"], ["77"]),
    ("text/xml", "{ type: object }", ["<a/>"], []),
    ("text/csv", "{ type: array, items: { type: object } }", ["a,b"], []),
    ("text/event-stream", "{ type: object, required: [a] }", ["data: {}"], []),
    ("text/json", "{ type: object }", ["{}"], ["[]"]),
    ("application/json;v=2", "{ type: integer }", ["1"], ["true"]),
  ]

  @Test(arguments: texts)
  func `a text is held against a schema as far as it is a value`(
    type: String, schema: String, right: [String], wrong: [String]
  ) async throws {
    let api = try OpenAPI(
      Data(
        """
        openapi: 3.1.0
        servers: [{ url: https://a.test }]
        paths:
          /: { get: { responses: { "200": { content: { application/json;v=1: { schema: { type: string } }, \(type): { schema: \(schema) } } } } } }
        """.utf8))
    let registry = StubRegistry()
    let url = try #require(URL(string: "https://a.test"))
    for (body, isRight) in right.map({ ($0, true) }) + wrong.map({ ($0, false) }) {
      registry.stub(
        condition: anyRequest(), response: .data(Data(body.utf8), headers: ["Content-Type": type]))
      _ = try await registry.session.data(from: url)
      let exchange = try #require(registry.exchanges.last)
      #expect(api.problems(with: exchange).isEmpty == isRight, "\(body)")
    }
  }

  @Test(arguments: [
    ("{scheme}://h.test/api", "scheme: { default: https }", ["https://h.test/api/x"]),
    (
      "{scheme}://h.test", "scheme: { default: http, enum: [http, https] }",
      ["https://h.test/x", "http://h.test/x"]
    ),
    ("{server}/v1", "server: { default: \"https://h.test\" }", ["https://h.test/v1/x"]),
    ("//h.test/v1", "", ["https://h.test/v1/x", "http://h.test/v1/x"]),
    (
      "https://h.test/{base}", "base: { default: api/v1, enum: [api/v1, api/v2] }",
      ["https://h.test/api/v2/x"]
    ),
    ("https://{region}.h.test", "region: { default: EU, enum: [EU, US] }", ["https://eu.h.test/x"]),
    ("http://[::1]", "", ["http://[::1]/x"]),
    ("http://localhost:{port}", "port: { default: \"80\" }", ["http://localhost:8080/x"]),
  ])
  func `a server is known whatever its variables are`(
    server: String, variables: String, addresses: [String]
  ) throws {
    let api = try OpenAPI(
      Data(
        """
        openapi: 3.1.0
        servers: [{ url: "\(server)", variables: { \(variables) } }]
        paths: { /x: { servers: [], get: { responses: { "200": {} } } } }
        """.utf8))
    for address in addresses {
      let request = StubRequest(URLRequest(url: try #require(URL(string: address))))
      guard case .known = api.contract.lookup(of: request) else {
        Issue.record("\(address) is not known")
        continue
      }
    }
    let foreign = StubRequest(URLRequest(url: try #require(URL(string: "https://other.org/x"))))
    guard case .foreign = api.contract.lookup(of: foreign) else {
      Issue.record("any host is known")
      return
    }
  }

  @Test func `a secret is not said wherever it stands`() async throws {
    let token = "tok-VERYSECRET1"
    let text = """
      openapi: 3.1.0
      servers: [{ url: https://a.test }]
      paths:
        /a:
          get:
            responses:
              "200":
                content:
                  application/json:
                    schema:
                      properties:
                        token: { properties: { value: { type: integer }, other: { type: string } }, required: [missing] }
                        password: { pattern: '^x, found y$' }
                        note: { type: integer }
      """
    let api = try OpenAPI(Data(text.utf8))
    let registry = StubRegistry()
    let jwt =
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
    registry.stub(
      condition: anyRequest(),
      response: .json([
        "token": ["value": .string(token)], "password": .string(token), "note": .string(jwt),
      ]))
    _ = try await registry.session.data(from: #require(URL(string: "https://a.test/a")))
    let told = try #require(registry.exchanges.flatMap { api.problems(with: $0) }.first).description
    #expect(!told.contains("VERYSECRET"))
    #expect(!told.contains("dozjgNryP4J3"))
    #expect(told.contains("token.value: expected a whole number, found another value"))
    #expect(told.contains("token.missing: missing, and required  "))
    #expect(told.contains("password: expected text that matches ^x, found y$, found another value"))
  }

  @Test func `no secret is said`() async throws {
    let problems = try await Self.problems(
      answered: .json(["name": "Ada", "email": "a", "password": "hunter2"]))
    #expect(problems.count == 1)
    #expect(problems.first?.contains("hunter2") == false)
  }
}
