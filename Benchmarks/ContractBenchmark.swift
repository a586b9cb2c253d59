import Foundation
import StubKit
import StubKitContracts

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What it costs to hold an exchange against a description, and to read one.
struct ContractBenchmark {
  let options: Options
  let progress: Progress

  /// Measures all of it.
  func run() async throws -> [Figures.Held] {
    let exchange = try await exchange()
    let api = try OpenAPI(Data(Self.description(operations: 1).utf8))
    precondition(api.problems(with: exchange).isEmpty)
    let large = Self.description(operations: 4_200)
    precondition(large.utf8.count > 5_000_000)
    return [
      figure("an exchange with a body of 10 KB", "µs", atMost: 50) {
        let rounds = 500
        return nanoseconds { for _ in 0..<rounds { _ = api.problems(with: exchange) } } / 1e3
          / Double(rounds)
      },
      try figure("a description of 5 MB, in YAML", "s", atMost: 1) {
        try nanoseconds { _ = try OpenAPI(Data(large.utf8)) } / 1e9
      },
      try figure("a description of 5 MB, in JSON", "s", atMost: 1) {
        let json = Data(Self.json(operations: 4_200).utf8)
        precondition(json.count > 5_000_000)
        return try nanoseconds { _ = try OpenAPI(json) } / 1e9
      },
    ]
  }

  private func figure(
    _ what: String, _ unit: String, atMost limit: Double, _ measure: () throws -> Double
  ) rethrows -> Figures.Held {
    progress.show("contracts: \(what)")
    let values = try (0..<(options.depth == .quick ? 3 : 7)).map { _ in try measure() }
    return Figures.Held(what: what, unit: unit, cost: Sample(values), limit: limit)
  }

  /// As many as make 10 KB.
  private static let userCount = 44

  /// A list of users, as a stub answers it.
  private func exchange() async throws -> StubExchange {
    let users = (0..<Self.userCount).map { number -> StubJSON in
      [
        "id": .integer(number), "name": "Ada Lovelace, Countess of \(number)",
        "email": "ada.\(number)@mail.example.com", "created": "1843-07-10T12:00:00Z",
        "plan": "pro", "score": 0.5, "tags": ["mathematics", "poetry"],
        "address": ["street": "12 St James's Square", "city": "London"],
      ]
    }
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .json(.array(users)))
    let (body, _) = try await registry.session.data(for: request("https://api.example.com/users/0"))
    precondition(9_500...10_500 ~= body.count, "\(body.count) bytes are no 10 KB")
    return registry.exchanges[0]
  }

  private static func description(operations count: Int) -> String {
    let paths = (0..<count).map { number in
      """
        /users/\(number):
          get:
            operationId: listUsers\(number)
            summary: Lists the users of a group, the newest first.
            description: |
              The list has pages of at most a hundred users each. A page that is beyond the end of the list is empty,
              and so is the list of a group that has no users yet. Whoever asks too often is told to wait.
            parameters:
              - name: page
                in: query
                description: The number of the page, counted from one.
                schema: { type: integer, minimum: 1, default: 1 }
              - name: sort
                in: query
                schema: { type: string, enum: [name, created] }
            responses:
              "200":
                description: The users.
                content:
                  application/json:
                    schema:
                      type: array
                      items:
                        $ref: "#/components/schemas/User"
              "429":
                description: Too many requests.
                headers:
                  Retry-After:
                    required: true
                    schema: { type: integer }
              default:
                description: Anything else.
                content:
                  application/problem+json:
                    schema:
                      type: object
                      required: [title]
                      properties:
                        title: { type: string }
                        detail: { type: string }

      """
    }
    return "openapi: 3.0.3\nservers:\n  - url: https://api.example.com\npaths:\n" + paths.joined()
      + user
  }

  private static let user = """
    components:
      schemas:
        User:
          type: object
          required: [id, name, email, created]
          additionalProperties: false
          properties:
            id: { type: integer, minimum: 0 }
            name: { type: string, minLength: 1, maxLength: 100 }
            email: { type: string, format: email }
            created: { type: string, format: date-time }
            plan: { type: string, enum: [free, pro] }
            score: { type: number, minimum: 0, maximum: 1 }
            tags: { type: array, maxItems: 10, uniqueItems: true, items: { type: string } }
            address:
              type: object
              required: [city]
              properties:
                street: { type: string }
                city: { type: string }

    """

  private static func json(operations count: Int) -> String {
    let operation = """
      {"get": {"summary": "Lists the users of a group, the newest first.", "description": "\(
        String(repeating: "The list has pages of at most a hundred users each. ", count: 12))", "parameters": [{"name": \
      "page", "in": "query", "schema": {"type": "integer", "minimum": 1}}, {"name": "sort", "in": "query", "schema": \
      {"type": "string", "enum": ["name", "created"]}}], "responses": {"200": {"description": "The users.", "content": \
      {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/User"}}}}}, "429": \
      {"description": "Too many requests.", "headers": {"Retry-After": {"required": true, "schema": {"type": \
      "integer"}}}}, "default": {"description": "Anything else."}}}}
      """
    let paths = (0..<count).map { "\"/users/\($0)\": \(operation)" }
    return """
      {"openapi": "3.0.3", "paths": {\(paths.joined(separator: ",\n"))}, "components": {"schemas": {"User": {"type": \
      "object"}}}}
      """
  }
}
