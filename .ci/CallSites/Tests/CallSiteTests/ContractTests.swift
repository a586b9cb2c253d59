import Foundation
import StubKit
import StubKitContracts
import StubKitTesting
import Testing
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private let description = """
  openapi: 3.0.3
  servers: [{ url: "https://api.example.com" }]
  paths:
    /users/{id}:
      get:
        operationId: getUser
        parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
        responses:
          "200":
            description: A user.
            content: { application/json: { example: { id: 7 } } }
          "404": { description: Nobody. }
  """

private let api: OpenAPI =
  (try? OpenAPI(Data(description.utf8), named: "users.yaml", strictly: true))
  ?? .openAPI("none", in: .main)

private struct IsQuick: ExchangeCheck {
  func problems(with exchange: StubExchange) -> [ExchangeProblem] {
    guard let duration = exchange.duration, duration > .seconds(1) else { return [] }
    return [.answer("It took \(duration).").asWarning]
  }
}

private let user = URL(string: "https://api.example.com/users/7") ?? URL(filePath: "/")

/// Every way to give a check, and to answer by a description.
@Suite(.stubbed(checking: api)) struct ContractTests {
  @Test func `an operation answers`() async throws {
    stub(api, "getUser")
    let (data, _) = try await URLSession.shared.data(from: user)
    #expect(String(decoding: data, as: UTF8.self) == #"{"id":7}"#)
    try StubRegistry.current.verify(against: api, IsQuick())
  }

  @Test func `all of it answers, on a server of its own`() async throws {
    stub(api, server: "https://staging.example.com")
    let url = try #require(URL(string: "https://staging.example.com/users/7"))
    _ = try await URLSession.shared.data(from: url)
  }

  @Test func `an operation answers with another status`() async throws {
    stub(api, "getUser", status: 404, example: nil, seed: 1, expected: 1)
    let (_, response) = try await URLSession.shared.data(from: user)
    #expect((response as? HTTPURLResponse)?.statusCode == 404)
  }
}

@Test func `a scope is given checks`() async throws {
  try await withStubs(checking: api, IsQuick()) { registry in
    registry.stub(api, "getUser")
    _ = try await URLSession.shared.data(from: user)
    #expect(registry.checks.count == 2)
    let report = try await registry.drift(
      where: isHost("nowhere.test"),
      authorizing: { request in
        request.setValue("Bearer token", forHTTPHeaderField: "Authorization")
      })
    #expect(!report.hasDrifted && report.drifts.isEmpty && report.comparedCount == 0)
  }
  withStubs(checking: IsQuick()) { registry in registry.checks = [] }
}

@Test(.stubbed(checking: .live(where: isHost("api.example.com")), IsQuick()))
func `the server is asked only if the environment says so`() async throws {
  stub(condition: isPath("/users/7"), response: .json(["id": 7]))
  _ = try await URLSession.shared.data(from: user)
}

final class ContractCase: StubbedTestCase {
  override var checks: [any ExchangeCheck] { [api] }

  func testItIsChecked() async throws {
    stub(api, "getUser")
    _ = try await URLSession.shared.data(from: user)
    XCTAssertEqual(registry.checks.count, 1)
  }
}
