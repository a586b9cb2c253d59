import Foundation
import StubKit
import StubKitContracts
import StubKitTesting
import Testing

// Stubs, and requests, that are not what the shop's description says.

private let contract = """
  openapi: 3.1.0
  servers: [{ url: "https://shop.test" }]
  paths:
    /items:
      get:
        operationId: listItems
        responses:
          "200":
            description: The items.
            content:
              application/json:
                schema:
                  type: array
                  items:
                    type: object
                    required: [id, name]
                    properties: { id: { type: integer }, name: { type: string } }
                example: [{ id: 1, name: Tea }]
      post:
        operationId: addItem
        parameters:
          - { name: X-Trace-ID, in: header, required: true, schema: { type: string } }
        responses:
          "201": { description: Added. }
  """

private let api = (try? OpenAPI(Data(contract.utf8))) ?? .openAPI("none", in: .main)

@Suite(.stubbed(checking: api)) struct LyingTests {
  // told: answers what the contract does not allow\n  GET /items → 200 application/json   \(listItems\)\n +✗ \[0\]\.name: missing, and required
  @Test func `a stub leaves out what the contract requires`() async {
    stub(condition: isPath("/items"), response: .json([["id": 1]]))
    _ = await Shop().itemsOrNone()
  }

  // told: The request is not what the contract allows[\s\S]*header X-Trace-ID: missing, and required
  @Test func `a request leaves out what the contract requires`() async throws {
    stub(condition: isMethodPOST(), response: .status(201))
    _ = try await Shop().add(Item(id: 1, name: "Tea"))
  }

  // warned: The contract openapi\.yaml has no such path: GET /items/7
  @Test func `a path is not in the contract`() async throws {
    stub(condition: isPath("/items/7"), response: .json(["id": 7, "name": "Tea"]))
    _ = try await Shop().item(7)
  }

  @Test func `a stub says what the contract says`() async throws {
    stub(condition: isPath("/items"), response: .json([["id": 1, "name": "Tea"]]))
    _ = try await Shop().items()
  }

  @Test func `the contract answers`() async throws {
    stub(api, "listItems")
    #expect(try await Shop().items() == [Item(id: 1, name: "Tea")])
  }

  // told: There is no fixture "none\.yaml"
  @Test(.stubbed(checking: .openAPI("none.yaml", in: .main)))
  func `a contract that is not there`() async throws {
    stub(condition: isPath("/items"), response: .json([["id": 1, "name": "Tea"]]))
    _ = try await Shop().items()
  }

  @Test func `a failure is no lie`() async {
    stub(condition: isPath("/items"), response: .failure(.timedOut))
    _ = await Shop().itemsOrNone()
  }
}
