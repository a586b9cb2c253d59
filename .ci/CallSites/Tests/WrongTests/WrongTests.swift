import Foundation
import StubKit
import StubKitExploring
import StubKitTesting
import Testing

// Tests as a newcomer gets them wrong. `.ci/wrong-tests` runs them: each must fail, or be warned of, with
// what stands behind `told:`.

private let items: StubResponse = .json([["id": 1, "name": "Tea"]])

@Suite(.stubbed) struct WrongTests {
  // told: No stub matches GET https://shop\.test/items[\s\S]*isPath\("/item"\): the path is "/items"
  @Test func `a path with a letter too few`() async {
    stub(condition: isHost("shop.test") && isPath("/item"), response: items)
    _ = await Shop().itemsOrNone()
  }

  // told: No stub matches GET https://shop\.test/items[\s\S]*isMethodPOST\(\): the method is GET
  @Test func `a method that is not the one that is sent`() async {
    stub(condition: isMethodPOST() && isPath("/items"), response: items)
    _ = await Shop().itemsOrNone()
  }

  // told: has a mistake[\s\S]*isHost
  @Test func `a host with a scheme`() async {
    stub(condition: isHost("https://shop.test"), response: items)
    _ = await Shop().itemsOrNone()
  }

  // told: expected no request, and this is one: GET https://shop\.test/items
  @Test func `a request that was not to be made`() async throws {
    stub(condition: isPath("/items"), expected: .never, response: items)
    _ = try await Shop().items()
  }

  // warned: a path starts with "/": isPath\("/items"\)
  @Test func `a request that was not to be made, and another path`() async throws {
    stub(condition: isPath("items"), expected: .never, response: items)
    stub(condition: isPath("/items"), response: items)
    _ = try await Shop().items()
  }

  // warned: no two answers were ever in flight at once
  @Test func `every order of requests one after the other`() async throws {
    try await withEveryOrder { _ in
      stub(condition: isPath("/items"), response: items)
      _ = try await Shop().items()
      _ = try await Shop().items()
    }
  }

  // told: under way|not resumed or awaited
  @Test func `a task that nobody awaits`() {
    stub(condition: isPath("/items"), expected: 1, response: items)
    Task { _ = await Shop().itemsOrNone() }
  }

  // told: Expectation failed
  @Test func `an expectation in a closure`() async throws {
    stub(condition: isPath("/items")) { request in
      #expect(request.headers["Accept"] == "application/json")
      return items
    }
    _ = try await Shop().items()
  }

  // told: Expectation failed
  @Test func `an expectation in an asynchronous closure`() async throws {
    stub(condition: isPath("/items")) { request in
      await Task.yield()
      #expect(request.headers["Accept"] == "application/json")
      return items
    }
    _ = try await Shop().items()
  }

  // warned: has the status 204 and a body of 13 bytes
  @Test func `a body with a status that has none`() async throws {
    stub(condition: isMethodDELETE(), response: .json(["deleted": 1], status: 204))
    _ = try await Shop().delete(1)
  }

  // told: cannot be sent: it is a GET with a body of 21 bytes
  @Test func `a body that no GET can have`() async {
    stub(condition: isPath("/items"), response: .status(201))
    _ = try? await Shop().add(Item(id: 1, name: "Tea"), method: "GET")
  }

  // told: There is no fixture "users\.json"
  @Test func `a fixture that is not there`() async {
    stub(condition: isPath("/items"), response: .fixture("users.json", in: .main))
    _ = await Shop().itemsOrNone()
  }

  // told: which differs only in case
  @Test func `a token whose scheme is written otherwise`() async {
    stub(
      condition: hasHeaderNamed("Authorization", value: "Bearer secret-token"),
      response: .status(201))
    _ = try? await Shop().add(Item(id: 1, name: "Tea"))
  }

  // told: expected exactly 2 requests, and 1 came
  @Test func `a retry that does not happen`() async {
    stub(condition: isPath("/items"), expected: 2, response: .status(503))
    _ = await Shop().itemsOrNone()
  }

  // told: was to come after it
  @Test func `requests in the wrong order`() async throws {
    let list = stub(condition: isPath("/items"), response: items)
    let first = stub(condition: isPath("/items/1"), response: .json(["id": 1, "name": "Tea"]))
    let shop = Shop()
    _ = try await shop.item(1)
    _ = try await shop.items()
    try StubRegistry.current.verify(order: list, first)
  }

  // told: was to come after it
  @Test func `requests at the same time whose order matters`() async throws {
    let clock = ManualClock()
    StubRegistry.current.clock = clock
    let list = stub(condition: isPath("/items"), response: items.delayed(by: .seconds(1)))
    let first = stub(
      condition: isPath("/items/1"),
      response: .json(["id": 1, "name": "Tea"]).delayed(by: .seconds(2)))
    let early = Task { try await Shop().item(1) }
    _ = try await first.waitForRequests()
    let late = Task { try await Shop().items() }
    _ = try await list.waitForRequests()
    await clock.advance(by: .seconds(3))
    _ = try await (early.value, late.value)
    try StubRegistry.current.verify(order: list, first)
  }

  // told: `limit: 0` allows no scenario
  @Test func `an exploration of nothing`() async throws {
    try await withEveryFault(.offline, limit: 0) { _ in
      stub(condition: isPath("/items"), response: items)
      _ = await Shop().itemsOrNone()
    }
  }

  // told: GET /items/2 #1: The stub at .+ expected no request, and 1 came
  @Test func `a count that one order of answers breaks`() async throws {
    try await withEveryOrder { _ in
      stub(condition: isPath("/items"), response: items)
      stub(condition: isPath("/items/1"), response: .json(["id": 1, "name": "Tea"]))
      stub(condition: isPath("/items/2"), expected: .never, response: .status(404))
      await withTaskGroup(of: String.self) { group in
        group.addTask {
          _ = await Shop().itemsOrNone()
          return "list"
        }
        group.addTask {
          _ = try? await Shop().item(1)
          return "item"
        }
        if await group.next() == "item" { _ = try? await Shop().item(2) }
      }
    }
  }

  // told: Expectation failed
  @Test func `an expectation in a closure of an exploration`() async throws {
    try await withEveryFault(.offline) { _ in
      stub(condition: isPath("/items")) { _ in
        #expect(Bool(false))
        return items
      }
      _ = await Shop().itemsOrNone()
    }
  }

  // warned: request that has lost its scope, GET https://shop\.test/events/opened
  @Test func `a request that has lost its test`() async throws {
    let counted = stub(
      condition: isPath("/events/opened"), expected: .never, response: .status(200))
    Shop().count("opened")
    _ = try? await counted.waitForRequests(timeout: .milliseconds(300))
  }
}

struct WrongPlainTests {
  // told: expected exactly 2 requests, and 1 came
  @Test func `a scope whose count does not hold`() async {
    await withStubs { _ in
      stub(condition: isPath("/items"), expected: 2, response: items)
      _ = await Shop().itemsOrNone()
    }
  }

  // warned: registered in `\.shared`
  @Test func `a stub without a scope`() async {
    stub(condition: isPath("/items/77"), response: .json(["id": 77, "name": "Cup"]))
    _ = try? await Shop().item(77)
  }
}

// Beside them, tests that are right: none of these may be told anything.

@Suite(.stubbed) struct RightTests {
  @Test(arguments: 1...10) func `each sees its own answer`(id: Int) async throws {
    stub(
      condition: isHost("shop.test") && isPath("/items/77"),
      response: .json(["id": .integer(id), "name": "Tea"]))
    #expect(try await Shop().item(77).id == id)
  }

  @Test(arguments: 1...10) func `each is told of its own request only`(id: Int) async throws {
    stub(condition: isPath("/items/\(id)"), expected: 1, response: .json(["id": 1, "name": "Tea"]))
    _ = try await Shop().item(id)
  }
}
