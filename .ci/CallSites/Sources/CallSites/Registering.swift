import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Every way to register a stub.
func registering(in registry: StubRegistry) async throws {
  stub(
    condition: isHost("api.example.com") && isPath("/users"), response: .json(["id": 1]))
  stub(condition: isPath("/users")) { request in
    .json(["method": .string(request.httpMethod)])
  }
  stub(condition: isPath("/users")) { _ in
    throw URLError(.timedOut)
  }
  stub(condition: isPath("/users")) { _ in
    try await Task.sleep(for: .milliseconds(1))
    return .status(204)
  }
  stub(
    condition: anyRequest(), named: "everything", priority: -1, times: 3, expected: .any,
    response: .status(404))
  let users = registry.stub(condition: isPath("/users"), named: "users", response: .json([]))
  registry.stub(condition: isPath("/users"), times: 1) { _ in .status(503) }
  registry.stub(condition: isPath("/users")) { _ in
    await Task.yield()
    return .status(200)
  }
  StubKit.stub(condition: anyRequest(), expected: .any, response: .hang)

  registry.stub(condition: isPath("/a"), expected: 2, response: .status(204))
  registry.stub(condition: isPath("/b"), times: 3, expected: .atLeast(2), response: .status(204))
  registry.stub(condition: isPath("/c"), expected: .atMost(2)) { _ in .status(204) }
  registry.stub(condition: isPath("/d"), expected: .between(1...3), response: .status(204))
  registry.stub(condition: isPath("/e"), expected: .never, response: .status(204))
  let login = registry.stub(condition: isPath("/login"), response: .status(204))
  try? registry.verify(order: login, users)
  try? registry.verify(order: login, users, strictly: true)

  let expected: StubCount = users.expected
  let name: String? = users.name
  let condition: RequestMatcher = users.condition
  let isActive: Bool = users.isActive
  let callCount: Int = users.callCount
  let requests: [StubRequest] = users.requests
  let waited: [StubRequest] = try await users.waitForRequests(count: 0)
  try await users.waitForRequests(count: 0, timeout: .seconds(5))
  try await users.waitForRequests(count: 0, until: .ended, timeout: .seconds(5))
  users.remove()
  _ = (expected, name, condition, isActive, callCount, requests, waited)
}
