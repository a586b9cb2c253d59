import Foundation
import StubKit
import Testing

@testable import StubKitContracts

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Statuses and media types that a description misspells: what is right beside them is no lie.
@Suite struct UnreadableResponseTests {
  /// What the description says of an exchange that is right, and of one by the description.
  private static func exchanges(by operation: String) async throws -> (told: [String], body: String)
  {
    let api = try OpenAPI(
      Data(
        """
        openapi: 3.1.0
        servers: [{ url: https://a.test }]
        paths: { /users: { post: { operationId: add, \(operation) } } }
        """.utf8))
    let registry = StubRegistry()
    registry.stub(api, "add")
    registry.stub(condition: anyRequest(), times: 1, response: .json(["id": 7]))
    var request = URLRequest(url: try #require(URL(string: "https://a.test/users")))
    request.httpMethod = "POST"
    request.httpBody = Data(#"{"name": "Ada"}"#.utf8)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    _ = try await registry.session.data(for: request)
    _ = api.contract.newMistakes()
    let told = registry.exchanges.flatMap { api.problems(with: $0) }.map(\.description)
    do {
      let (body, response) = try await registry.session.data(for: request)
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      return (told, "\(status) \(String(decoding: body, as: UTF8.self))")
    } catch {
      return (told, error.localizedDescription)
    }
  }

  private static let anyBody = "requestBody: { content: { application/json: {} } }"

  @Test(arguments: [
    ("responses: { ok: { description: a } }", "openapi.yaml: add describes no response"),
    ("responses: [a]", "openapi.yaml: add describes no response"),
    ("responses: { '20O': {}, '404': {} }", "404 "),
    // Either may be meant for other statuses than that of the first.
    (
      "responses: { '2O0': {}, default: { content: { application/json: { example: [] } } } }",
      "200 []"
    ),
    ("responses: { '20O': {}, 2XX: { content: { text/csv: { example: a } } } }", "200 a"),
  ])
  func `a status that cannot be read is left out, and may be any`(
    responses: String, answer: String
  ) async throws {
    let (told, body) = try await Self.exchanges(by: "\(Self.anyBody), \(responses)")
    #expect(told == [])
    #expect(body == answer)
  }

  @Test(arguments: [
    (
      "json: { schema: { type: array } }",
      """
      openapi.yaml: the response 200 of add has no content that can be read: "json" is no media type, \
      such as "application/json"
      """
    ),
    ("json: { schema: { type: array } }, text/csv: { example: a }", "200 a"),
  ])
  func `a media type that cannot be read is left out, and may be any`(
    content: String, answer: String
  ) async throws {
    let (told, body) = try await Self.exchanges(
      by:
        "requestBody: { content: { \(content) } }, responses: { '200': { content: { \(content) } } }"
    )
    #expect(told == [])
    #expect(body == answer)
  }

  @Test func `beside a status that cannot be read the others count`() async throws {
    let (told, _) = try await Self.exchanges(
      by: "\(Self.anyBody), responses: { '20O': {}, '200': { content: { text/csv: {} } } }")
    #expect(told.count == 1)
    #expect(told.first?.contains("Content-Type: expected text/csv, found application/json") == true)
  }
}
